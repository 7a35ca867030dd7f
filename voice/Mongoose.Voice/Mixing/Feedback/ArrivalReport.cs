using Mongoose.Core.Paths;
using Mongoose.Core.Units;

namespace Mongoose.Voice.Mixing.Feedback;

/// <summary>A receiver's report: the packets that arrived, and the time from each arrival to the report.</summary>
/// <param name="at">When the report was made, on the receiver's clock, which may have any origin.</param>
/// <param name="arrivals">The packets, in any order; earlier reports may have contained them too.</param>
/// <param name="first">
/// The first number that the report covers: a later one that is missing has not arrived. The arrival of an earlier one may have been in a
/// report that was lost. Null: the lowest number among the arrivals.
/// </param>
public readonly ref struct ArrivalReport(Instant at, ReadOnlySpan<PacketArrival> arrivals, uint? first = null)
{
    /// <summary>The first number that the report covers; 0 if it has no arrivals.</summary>
    public uint First { get; } = first ?? LowestOf(arrivals);

    /// <summary>When the report was made, on the receiver's clock.</summary>
    public Instant At { get; } = at;

    /// <summary>The packets that arrived.</summary>
    public ReadOnlySpan<PacketArrival> Arrivals { get; } = arrivals;

    private static uint LowestOf(ReadOnlySpan<PacketArrival> arrivals)
    {
        uint lowest = arrivals.IsEmpty ? 0 : arrivals[0].Number;
        foreach (ref readonly PacketArrival arrival in arrivals)
        {
            if (SentPackets.IsAfter(lowest, arrival.Number))
                lowest = arrival.Number;
        }
        return lowest;
    }
}

/// <summary>A packet that arrived.</summary>
/// <param name="Number">The number by which the sender counts the packets of all streams; it may wrap.</param>
/// <param name="Held">The time from its arrival to the report, at least zero.</param>
public readonly record struct PacketArrival(uint Number, Duration Held);
