namespace Mongoose.Core.Status.Findings;

/// <summary>
/// Whether the round trips of circuits rise and fall together, second by second. Behind one queue, and behind one late thread, they do; on
/// lines of their own they do not. What is compared are the changes from one second to the next: queues that all begin when a region starts
/// have the same trend, but not the same changes.
/// </summary>
internal sealed class CommonDelays
{
    /// <summary>
    /// Round trips with a higher correlation have one cause. Of circuits that a late process holds back it is 0.73 and more; of lines with
    /// a queue of their own nearly always less than 0.6, also if the process is late as well.
    /// </summary>
    public const double Together = 0.65;

    private const int MinPoints = 10, MinOthers = 2;

    private readonly double[]?[] _changes;
    private readonly double[][] _sorted = [];

    /// <param name="trips">
    /// The round trips of each circuit, in ms, second by second, the newest last, at least one; null if too little is known of a circuit.
    /// The seconds that all have are compared.
    /// </param>
    public CommonDelays(IReadOnlyList<IReadOnlyList<double>?> trips)
    {
        int points = trips.Min(circuit => circuit?.Count) ?? 0;
        _changes = [.. trips.Select(circuit => circuit is null ? null : Changes([.. circuit.TakeLast(points)]))];
        double[][] known = [.. _changes.OfType<double[]>()];
        if (known.Length > MinOthers)
            _sorted = [.. Enumerable.Range(0, points - 1).Select(point => known.Select(changes => changes[point]).Order().ToArray())];
    }

    /// <summary>Compares the circuits of which enough is known.</summary>
    public static CommonDelays Of(IEnumerable<VisitorEvidence> visitors) =>
        new([.. visitors.Select(visitor => IsMeasured(visitor) ? visitor.RoundTrips : null)]);

    /// <summary>Whether enough is known of a circuit.</summary>
    public static bool IsMeasured(VisitorEvidence visitor) => !visitor.Figures.IsChild && visitor.RoundTrips.Count >= MinPoints;

    /// <summary>The rank correlation, -1 to 1, of a circuit with the median of the others; null if too little is known.</summary>
    /// <param name="circuit">The circuit's place.</param>
    public double? CorrelationOf(int circuit) => _sorted.Length == 0 || _changes[circuit] is not { } own ? null
        : RankCorrelation.Of(own, [.. own.Select((value, point) => MedianWithout(_sorted[point], value))]);

    private static double MedianWithout(double[] sorted, double value)
    {
        int own = Array.BinarySearch(sorted, value), others = sorted.Length - 1;
        return (At((others - 1) / 2) + At(others / 2)) / 2;

        double At(int index) => sorted[index < own ? index : index + 1];
    }

    private static double[] Changes(double[] values) => [.. values.Skip(1).Zip(values, (value, before) => value - before)];
}
