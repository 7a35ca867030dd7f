using Mongoose.Core.Units;

namespace Mongoose.Client.Viewers;

/// <summary>When and how a viewer acks, modelled on a kind of viewer. <see cref="AckRule"/> has the parameters of each strategy.</summary>
public enum AckManner
{
    /// <summary>Each packet as it arrives, or all pending packets after <see cref="ViewerOptions.AckDelay"/>; no frames.</summary>
    AtOnce,
    /// <summary>Like LibreMetaverse: at ten pending acks, or at the next tick of half a second; no frames.</summary>
    Bot,
    /// <summary>
    /// Like viewers until early 2026: packets that a frame has processed. A backlog in the viewer looks like a longer path.
    /// </summary>
    Processed,
    /// <summary>
    /// Like Second Life's viewer since March 2026: packets that a frame has read from the socket. A backlog after the socket is invisible.
    /// </summary>
    Queued,
    /// <summary>Like a viewer whose socket has its own thread: within milliseconds, independent of its frames.</summary>
    Thread,
    /// <summary>One packet per second, the oldest first, as a viewer that hangs between frames, or a hostile one; no frames.</summary>
    OnePerSecond,
    /// <summary>None, as a viewer behind a NAT that passes only its other messages, or a hostile one; no frames.</summary>
    Never,
    /// <summary>
    /// Like OpenSimulator's pCampBot: at a timer, ten acks at a time from a stack, so that newer packets are acked in earlier datagrams; no
    /// frames.
    /// </summary>
    NewestFirst,
}

/// <summary>The parameters of an ack strategy.</summary>
/// <param name="InFrames">Whether packets wait for the viewer's frames.</param>
/// <param name="WhenQueued">Whether a packet is acked before it is processed.</param>
/// <param name="CollectTime">The maximum age of the oldest pending ack.</param>
/// <param name="MaxPending">This many pending acks are sent immediately, whatever their age.</param>
/// <param name="MaxPerDatagram">The maximum number of acks in a datagram; by default the limit of viewers.</param>
/// <param name="NewestFirst">
/// Whether pending acks are a stack: of those that are sent together, the newest are in the first datagram, and the oldest in the last.
/// </param>
/// <param name="Interval">The time between two acks, each of one packet; zero: no limit.</param>
/// <param name="Appends">Whether other messages carry pending acks.</param>
/// <param name="HasThread">Whether a separate thread empties the socket and acks.</param>
/// <param name="RingPackets">
/// Packets that a ring after the socket holds. If packets are acked when queued, reliable packets have a ring of their own.
/// </param>
internal readonly record struct AckRule(
    bool InFrames, bool WhenQueued, Duration CollectTime, int MaxPending = int.MaxValue, int MaxPerDatagram = 250,
    bool NewestFirst = false, Duration Interval = default, bool Appends = true, bool HasThread = false, int RingPackets = 0)
{
    public static AckRule Of(AckManner manner) => manner switch
    {
        AckManner.AtOnce => new(InFrames: false, WhenQueued: false, Duration.Zero, Appends: false),
        AckManner.Bot => new(InFrames: false, WhenQueued: false, Duration.FromMilliseconds(500), MaxPending: 10),
        AckManner.Processed => new(InFrames: true, WhenQueued: false, Duration.FromMilliseconds(100), RingPackets: 1024),
        AckManner.Queued => new(InFrames: true, WhenQueued: true, Duration.FromMilliseconds(100), RingPackets: 4096),
        AckManner.Thread => new(InFrames: true, WhenQueued: true, Duration.FromMilliseconds(5), HasThread: true, RingPackets: 4096),
        AckManner.OnePerSecond => Limited(Duration.FromSeconds(1)),
        AckManner.Never => Limited(Duration.MaxValue),
        AckManner.NewestFirst => new(
            InFrames: false, WhenQueued: false, Duration.FromMilliseconds(100), MaxPerDatagram: 10, NewestFirst: true),
        _ => throw new ArgumentOutOfRangeException(nameof(manner), manner, "unknown manner"),
    };

    private static AckRule Limited(Duration interval) =>
        new(InFrames: false, WhenQueued: false, Duration.Zero, Interval: interval, Appends: false);
}
