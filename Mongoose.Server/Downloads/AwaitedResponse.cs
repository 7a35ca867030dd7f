using System.Collections;
using OpenMetaverse;

namespace Mongoose.Server.Downloads;

/// <summary>
/// A response that OpenSim is making. It is sent once, by whichever thread claims it first: the visitor's, or one of OpenSim's.
/// </summary>
internal sealed class AwaitedResponse(DownloadCap cap, UUID id, PacedContext context)
{
    private int _claims;
    private volatile Hashtable? _events;

    public UUID Id => id;

    public PacedContext Context => context;

    /// <summary>Whether a thread has claimed the response, or its connection has ended.</summary>
    public bool IsClaimed => Volatile.Read(ref _claims) > 0;

    /// <summary>The response of OpenSim's handler, if the visitor's thread has taken it.</summary>
    public Hashtable? Events
    {
        get => _events;
        set => _events = value;
    }

    /// <summary>Claims the response; false if another thread has.</summary>
    public bool TryClaim() => Interlocked.Exchange(ref _claims, 1) == 0;

    /// <summary>Sends the response if it is ready; returns whether no further attempt is needed.</summary>
    public bool TrySend() => cap.TrySend(this);
}
