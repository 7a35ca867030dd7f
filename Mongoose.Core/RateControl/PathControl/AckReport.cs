using Mongoose.Core.Units;

namespace Mongoose.Core.RateControl.PathControl;

/// <summary>The report of the acks in one datagram from a viewer, or in several that arrive together.</summary>
public readonly record struct AckReport
{
    /// <summary>When the datagram arrived.</summary>
    public required Instant At { get; init; }

    /// <summary>UDP payload acknowledged for the first time, in bytes, above zero.</summary>
    public required long Bytes { get; init; }

    /// <summary>Number of packets acknowledged for the first time, above zero.</summary>
    public required int Packets { get; init; }

    /// <summary>The shortest time that one of the acks took; null if no ack shows the path's round trip.</summary>
    public Duration? RoundTrip { get; init; }

    /// <summary>The maximum time for which the viewer collected acks recently.</summary>
    public Duration Spread { get; init; }

    /// <summary>
    /// How long after the newest acknowledged packet the next one was sent. A viewer collects acks: if nothing follows a packet, its ack
    /// may wait that long.
    /// </summary>
    public Duration Gap { get; init; }

    /// <summary>When the newest acknowledged packet was sent; null if only resent packets are acknowledged.</summary>
    public Instant? NewestSent { get; init; }

    /// <summary>The rate at which the path delivered, in bytes per second; null if unknown.</summary>
    public double? Delivered { get; init; }

    /// <summary>Number of packets found lost through this datagram.</summary>
    public int LostPackets { get; init; }

    /// <summary>When the newest lost packet was first sent; undefined if no packet was lost.</summary>
    public Instant NewestLostSent { get; init; }

    /// <summary>
    /// Number of packets whose loss was spurious: they were found lost earlier, and their first transmission has arrived after all.
    /// </summary>
    public int Spurious { get; init; }

    /// <summary>Combines this report with the next one, which arrived at <paramref name="at"/>.</summary>
    public AckReport With(in AckReport next, Instant at) => new()
    {
        At = at,
        Bytes = Bytes + next.Bytes,
        Packets = Packets + next.Packets,
        RoundTrip = RoundTrip is { } a && next.RoundTrip is { } b ? Duration.Min(a, b) : next.RoundTrip ?? RoundTrip,
        Spread = Duration.Max(Spread, next.Spread),
        Gap = RoundTrip is null || next.RoundTrip < RoundTrip ? next.Gap : Gap,
        NewestSent = NewestSent is { } c && next.NewestSent is { } d ? Instant.Max(c, d) : next.NewestSent ?? NewestSent,
        Delivered = next.Delivered ?? Delivered,
        LostPackets = LostPackets + next.LostPackets,
        NewestLostSent = LostPackets == 0
            ? next.NewestLostSent : next.LostPackets == 0 ? NewestLostSent : Instant.Max(NewestLostSent, next.NewestLostSent),
        Spurious = Spurious + next.Spurious,
    };
}
