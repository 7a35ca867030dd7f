using System.Collections;
using Mongoose.Core.Units;
using Mongoose.Server.Outbound;
using OpenMetaverse;

namespace Mongoose.Server.Downloads;

/// <summary>
/// A response that OpenSim is making. It is sent once, by whichever thread claims it first: the visitor's, or one of OpenSim's.
/// </summary>
/// <param name="askedAt">When OpenSim got the request.</param>
/// <param name="counters">The region's counts.</param>
internal sealed class AwaitedResponse(DownloadCap cap, UUID id, PacedContext context, Instant askedAt, DownloadCounters counters)
{
    private int _claims, _answers;
    private volatile Hashtable? _events;

    public UUID Id => id;

    /// <summary>When OpenSim got the request.</summary>
    public Instant AskedAt => askedAt;

    public PacedContext Context => context;

    /// <summary>Whether a thread has claimed the response, or its connection has ended.</summary>
    public bool IsClaimed => Volatile.Read(ref _claims) > 0;

    /// <summary>The response of OpenSim's handler, if the visitor's thread has taken it.</summary>
    public Hashtable? Events
    {
        get => _events;
        set => _events = value;
    }

    /// <summary>Claims the response, which is ready; false if another thread has.</summary>
    public bool TryClaim()
    {
        if (Interlocked.Exchange(ref _claims, 1) != 0)
            return false;
        CountAnswer(OutboundThread.Now - askedAt);
        return true;
    }

    /// <summary>The connection has ended: no thread shall claim the response.</summary>
    public void Drop()
    {
        Interlocked.Exchange(ref _claims, 1);
        CountAnswer(null);
    }

    /// <summary>Counts once that OpenSim no longer makes the response.</summary>
    /// <param name="time">How long it took; null if it was not made.</param>
    public void CountAnswer(Duration? time)
    {
        if (Interlocked.Exchange(ref _answers, 1) == 0)
            counters.CountAnswer(time);
    }

    /// <summary>Sends the response if it is ready; returns whether no further attempt is needed.</summary>
    public bool TrySend() => cap.TrySend(this);
}
