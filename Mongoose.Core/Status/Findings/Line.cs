using Mongoose.Core.Status.History;

namespace Mongoose.Core.Status.Findings;

/// <summary>A visitor's line, of which enough is known: the median of its circuits, so that a large household counts as one.</summary>
internal sealed record Line
{
    /// <summary>Of a circuit whose acks come in fewer of the last ten seconds, too little is known.</summary>
    private const int MinAcked = 8;

    /// <summary>A queue that is empty for fewer seconds lasts.</summary>
    private const int Ended = 2;

    /// <summary>Where the line ends, as in <see cref="VisitorEvidence.Household"/>.</summary>
    public string Household { get; init; } = "";

    /// <summary>The mean round-trip times of the last seconds in ms, the newest last.</summary>
    public required IReadOnlyList<double> RoundTrips { get; init; }

    /// <summary>The longest time that packets waited on the path, in ms, in each second of the last minute, the newest last.</summary>
    public required IReadOnlyList<double> PathDelays { get; init; }

    /// <summary>The lines of circuits.</summary>
    public static Line[] Of(IEnumerable<VisitorEvidence> visitors) =>
        [.. visitors.Where(IsMeasured).GroupBy(visitor => visitor.Household, (name, circuits) => OfHousehold(name, [.. circuits]))];

    /// <summary>Whether packets waited in most of the last ten seconds: one long wait is a pause.</summary>
    /// <param name="minQueue">Shorter delays, in ms, are no queue.</param>
    public bool IsQueueing(double minQueue) => Median.Of(PathDelays.TakeLast(Series.RecentPoints).DefaultIfEmpty()) >= minQueue;

    /// <summary>The seconds since when packets wait, at most those that are known.</summary>
    /// <param name="minQueue">Shorter delays, in ms, are no queue.</param>
    public int QueueSeconds(double minQueue)
    {
        int begin = PathDelays.Count;
        for (int second = PathDelays.Count - 1; second >= 0 && begin - second <= Ended; second--)
        {
            if (PathDelays[second] >= minQueue)
                begin = second;
        }
        return PathDelays.Count - begin;
    }

    private static bool IsMeasured(VisitorEvidence visitor) => CommonDelays.IsMeasured(visitor) && visitor.AckedSeconds >= MinAcked;

    private static Line OfHousehold(string household, VisitorEvidence[] circuits) => new()
    {
        Household = household,
        RoundTrips = Median.OfSeries([.. circuits.Select(circuit => circuit.RoundTrips)]),
        PathDelays = Median.OfSeries([.. circuits.Select(circuit => circuit.PathDelays)]),
    };
}
