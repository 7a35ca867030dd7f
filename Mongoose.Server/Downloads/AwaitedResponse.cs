using OpenMetaverse;
using OpenSim.Framework.Servers.HttpServer;

namespace Mongoose.Server.Downloads;

/// <summary>A response that OpenSim is making. It is sent once, by whichever thread claims it first: the visitor's, or one of OpenSim's.</summary>
internal sealed class AwaitedResponse(DownloadCap cap, UUID id, PacedContext context)
{
    private int _claims;
    private volatile OSHttpResponse? _sent;

    public UUID Id => id;

    public PacedContext Context => context;

    /// <summary>Whether a thread has claimed the response, or its connection has ended.</summary>
    public bool IsClaimed => Volatile.Read(ref _claims) > 0;

    /// <summary>The response, if the visitor's thread has sent it.</summary>
    public OSHttpResponse? Sent => _sent;

    /// <summary>Claims the response; false if another thread has.</summary>
    public bool TryClaim() => Interlocked.Exchange(ref _claims, 1) == 0;

    /// <summary>Sends the response if it is ready; returns whether nothing more is to be done.</summary>
    public bool TrySend() => cap.TrySend(this);

    /// <summary>The response has begun to leave.</summary>
    public void NoteSent(OSHttpResponse response)
    {
        context.NoteStarted();
        _sent = response;
    }
}
