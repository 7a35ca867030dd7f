using Mongoose.Core.Units;

namespace Mongoose.Client.Viewers;

/// <summary>When and how a viewer acks, by whose example. Each manner's figures: <see cref="AckRule"/>.</summary>
public enum AckManner
{
    /// <summary>Each packet as it arrives, or all of them after <see cref="ViewerOptions.AckDelay"/>; no frames.</summary>
    AtOnce,
    /// <summary>As LibreMetaverse: at ten pending acks, or at the next tick of half a second; no frames.</summary>
    Bot,
    /// <summary>As viewers to early 2026: what a frame has processed. A backlog in the viewer looks like a longer path.</summary>
    Processed,
    /// <summary>As Second Life's viewer since March 2026: what a frame has taken from the socket. A backlog behind that is invisible.</summary>
    Queued,
    /// <summary>As a viewer whose socket has a thread of its own: within milliseconds, whatever its frames are like.</summary>
    Thread,
}

/// <summary>What a manner of acking consists of.</summary>
/// <param name="InFrames">Whether packets wait for the viewer's frames.</param>
/// <param name="WhenQueued">Whether a packet is acked before it is processed.</param>
/// <param name="CollectTime">How old the oldest ack may become.</param>
internal readonly record struct AckRule(bool InFrames, bool WhenQueued, Duration CollectTime)
{
    /// <summary>So many are sent at once, however young.</summary>
    public int MostPending { get; private init; } = int.MaxValue;

    /// <summary>Whether other messages carry pending acks.</summary>
    public bool Appends { get; private init; } = true;

    /// <summary>Whether a thread empties the socket, and acks.</summary>
    public bool HasThread { get; private init; }

    /// <summary>Packets that a ring behind the socket holds. What is acked when queued has one for reliable packets and one for the others.</summary>
    public int RingPackets { get; private init; }

    public static AckRule Of(AckManner manner) => manner switch
    {
        AckManner.AtOnce => new(InFrames: false, WhenQueued: false, Duration.Zero) { Appends = false },
        AckManner.Bot => new(InFrames: false, WhenQueued: false, Duration.FromMilliseconds(500)) { MostPending = 10 },
        AckManner.Processed => new(InFrames: true, WhenQueued: false, Duration.FromMilliseconds(100)) { RingPackets = 1024 },
        AckManner.Queued => new(InFrames: true, WhenQueued: true, Duration.FromMilliseconds(100)) { RingPackets = 4096 },
        AckManner.Thread => new(InFrames: true, WhenQueued: true, Duration.FromMilliseconds(5)) { RingPackets = 4096, HasThread = true },
        _ => throw new ArgumentOutOfRangeException(nameof(manner), manner, "no such manner"),
    };
}
