namespace Mongoose.Core.Status.Findings;

/// <summary>A visitor's line, of which enough is known: the median of its circuits, so that a large household counts as one.</summary>
internal sealed record Line
{
    /// <summary>Of a circuit whose acks come in fewer of the last ten seconds, too little is known.</summary>
    private const int MinAcked = 8;

    /// <summary>The mean round-trip times of the last seconds in ms, the newest last.</summary>
    public required IReadOnlyList<double> RoundTrips { get; init; }

    /// <summary>The longest time that packets waited on the path, in ms, in each second of the last minute, the newest last.</summary>
    public required IReadOnlyList<double> PathDelays { get; init; }

    /// <summary>The mean of those of the last ten seconds.</summary>
    public double Queue { get; private init; }

    /// <summary>The lines of circuits.</summary>
    public static Line[] Of(IEnumerable<VisitorEvidence> visitors) =>
        [.. visitors.Where(IsMeasured).GroupBy(visitor => visitor.Household, (_, household) => OfHousehold([.. household]))];

    private static bool IsMeasured(VisitorEvidence visitor) => CommonDelays.IsMeasured(visitor) && visitor.AckedSeconds >= MinAcked;

    private static Line OfHousehold(VisitorEvidence[] circuits) => new()
    {
        RoundTrips = Median.OfSeries([.. circuits.Select(circuit => circuit.RoundTrips)]),
        PathDelays = Median.OfSeries([.. circuits.Select(circuit => circuit.PathDelays)]),
        Queue = Median.Of(circuits.Select(circuit => circuit.Queue)),
    };
}
