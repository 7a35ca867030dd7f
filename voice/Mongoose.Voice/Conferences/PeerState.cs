using Mongoose.Core.Units;
using Mongoose.Voice.Mixing;

namespace Mongoose.Voice.Conferences;

/// <summary>The state and counters of a peer, for tables and results.</summary>
/// <param name="Status">Whether its audio passes, and why not.</param>
/// <param name="Heard">Active sources of the peer.</param>
/// <param name="Alone">Streams sent with one voice in the last frame.</param>
/// <param name="Mixed">Voices that were mixed in the last frame.</param>
/// <param name="SentPackets">RTP packets sent so far.</param>
/// <param name="SentBytes">IP bytes sent so far, RTCP included.</param>
/// <param name="ReceivedPackets">RTP packets received so far.</param>
/// <param name="ReceivedBytes">IP bytes received so far, RTCP included.</param>
/// <param name="Refused">
/// Datagrams, and streams in trunk packets, that were not understood or not accepted, and datagrams from another address than the peer's.
/// </param>
/// <param name="Missing">Frames of the peer's voices that were lost or late.</param>
/// <param name="Delay">The longest delay that this mixer adds to one of the peer's voices now.</param>
/// <param name="MaxDelay">The longest delay that this mixer has added to one of the peer's voices so far.</param>
/// <param name="Trips">The number of times that the peer's circuit breaker has opened.</param>
/// <param name="LeftOut">Frames of streams that found no room in their packet so far; the neighbour conceals them.</param>
/// <param name="IsRendered">
/// Whether the peer receives a single stream rendered for it, so that its path does not decide the number of streams.
/// </param>
public readonly record struct PeerState(
    string Name, PeerRole Role, PeerStatus Status, int Heard, int Alone, int Mixed, MixingState Mixing,
    long SentPackets, long SentBytes, long ReceivedPackets, long ReceivedBytes, long Refused, long Missing, Duration Delay,
    Duration MaxDelay, int Trips, long LeftOut, bool IsRendered);

/// <summary>Whether a peer's audio passes, and why not.</summary>
public enum PeerStatus
{
    /// <summary>
    /// Nothing has come from it yet, or nothing for some seconds. A client with a known address still receives audio: it may be a listener.
    /// </summary>
    Silent,

    /// <summary>Audio passes.</summary>
    Open,

    /// <summary>The link would close a loop: no audio passes. Or a client sends this mixer's own audio back, which is refused.</summary>
    Loop,

    /// <summary>Only probes are sent, since the path carries no stream.</summary>
    Probing,

    /// <summary>The circuit breaker has stopped sending (RFC 8083).</summary>
    Stopped,

    /// <summary>The peer has another version, or frames of another length.</summary>
    Incompatible,

    /// <summary>An error stopped the peer.</summary>
    Failed,
}
