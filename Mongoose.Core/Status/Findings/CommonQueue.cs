namespace Mongoose.Core.Status.Findings;

/// <summary>
/// Whether lines wait in one queue: while it lasts, their round trips rise and fall together. Before it, what little they change says
/// nothing. Queues that begin at once have their first seconds in common, and a pause of the simulator is common to all circuits: neither
/// decides.
/// </summary>
internal static class CommonQueue
{
    /// <summary>Fewer lines say nothing.</summary>
    public const int MinLines = 3;

    /// <summary>
    /// Behind one queue, the mean rank correlation is higher; behind six lines whose queues began at once, it was below 0.1.
    /// </summary>
    private const double Together = 0.75;

    /// <summary>
    /// So many changes at least, and so many of all lines together: then independent lines seem to be one in fewer than one of 100 cases.
    /// </summary>
    private const int MinChanges = 6, MinOfAll = 30;

    /// <summary>The seconds in which a queue fills.</summary>
    private const int Filling = 2;

    /// <summary>A queue that is empty for fewer seconds lasts.</summary>
    private const int Ended = 2;

    /// <summary>Whether it is one queue; null if too little is known.</summary>
    /// <param name="queueing">Lines on which packets wait.</param>
    /// <param name="minQueue">Shorter delays, in ms, are no queue.</param>
    public static bool? IsOne(IReadOnlyList<Line> queueing, double minQueue)
    {
        if (queueing.Count < MinLines)
            return null;
        int seconds = Math.Min(SecondsOf(queueing, minQueue) - Filling, queueing.Min(line => line.RoundTrips.Count));
        double[][] trips = WithoutPause([.. queueing.Select(line => line.RoundTrips.TakeLast(seconds).ToArray())]);
        int changes = trips[0].Length - 1;
        if (changes < MinChanges || changes * queueing.Count < MinOfAll)
            return null;
        CommonDelays delays = new(trips);
        return Enumerable.Range(0, queueing.Count).Average(delays.CorrelationOf) >= Together;
    }

    /// <summary>The seconds since when packets wait on the lines, in the median.</summary>
    /// <param name="queueing">The lines, at least one.</param>
    /// <param name="minQueue">Shorter delays, in ms, are no queue.</param>
    public static int SecondsOf(IReadOnlyList<Line> queueing, double minQueue)
    {
        IReadOnlyList<double> delays = Median.OfSeries([.. queueing.Select(line => line.PathDelays)]);
        int begin = delays.Count;
        for (int second = delays.Count - 1; second >= 0 && begin - second <= Ended; second--)
        {
            if (delays[second] >= minQueue)
                begin = second;
        }
        return delays.Count - begin;
    }

    /// <summary>
    /// Round trips without those of the second in which they were longest, and of the longer one beside it: a pause can touch two.
    /// </summary>
    private static double[][] WithoutPause(double[][] trips)
    {
        IReadOnlyList<double> medians = Median.OfSeries(trips);
        if (medians.Count < 2)
            return trips;
        int first = Enumerable.Range(0, medians.Count - 1)
            .MaxBy(second => (Math.Max(medians[second], medians[second + 1]), Math.Min(medians[second], medians[second + 1])));
        return [.. trips.Select(line => (double[])[.. line[..first], .. line[(first + 2)..]])];
    }
}
