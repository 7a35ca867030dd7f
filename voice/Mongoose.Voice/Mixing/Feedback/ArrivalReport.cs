using Mongoose.Core.Units;

namespace Mongoose.Voice.Mixing.Feedback;

/// <summary>A receiver's report: the packets that arrived, and the time from each arrival to the report.</summary>
/// <param name="at">When the report was made, on the receiver's clock, which may have any origin.</param>
/// <param name="arrivals">The packets, in any order; earlier reports may have contained them too.</param>
public readonly ref struct ArrivalReport(Instant at, ReadOnlySpan<PacketArrival> arrivals)
{
    /// <summary>When the report was made, on the receiver's clock.</summary>
    public Instant At { get; } = at;

    /// <summary>The packets that arrived.</summary>
    public ReadOnlySpan<PacketArrival> Arrivals { get; } = arrivals;
}

/// <summary>A packet that arrived.</summary>
/// <param name="Number">The number by which the sender counts the packets of all streams; it may wrap.</param>
/// <param name="Held">The time from its arrival to the report, at least zero.</param>
public readonly record struct PacketArrival(uint Number, Duration Held);
