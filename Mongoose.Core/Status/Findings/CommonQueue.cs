namespace Mongoose.Core.Status.Findings;

/// <summary>
/// Whether circuits wait in one queue: while it lasts, their round trips rise and fall together. Before it, what little they change says
/// nothing. Queues that begin at once have their first second in common, and a pause of the simulator is common to all circuits: neither
/// decides.
/// </summary>
internal static class CommonQueue
{
    /// <summary>
    /// Behind one queue, the mean rank correlation was 0.73 to 1; behind six lines whose queues began at once, less than 0.1.
    /// </summary>
    private const double Together = 0.7;

    /// <summary>
    /// So many changes at least, and so many of all lines together: then independent lines seem to be one in fewer than one of 100 cases.
    /// </summary>
    private const int MinChanges = 5, MinOfAll = 25;

    private const int First = 1;

    /// <summary>Whether it is one queue.</summary>
    /// <param name="queueing">Circuits whose packets wait on the path.</param>
    /// <param name="lines">The number of their lines, at least 1.</param>
    /// <param name="minDelay">Shorter delays, in ms, are no queue.</param>
    public static bool IsOne(IReadOnlyList<VisitorEvidence> queueing, int lines, double minDelay)
    {
        int seconds = Math.Min(SecondsOf(queueing, minDelay) - First, queueing.Min(visitor => visitor.RoundTrips.Count));
        int changes = seconds - 2; // One second is left out, and two values make a change.
        if (changes < MinChanges || changes * lines < MinOfAll)
            return false;
        CommonDelays delays = new(WithoutLongest([.. queueing.Select(visitor => visitor.RoundTrips.TakeLast(seconds).ToArray())]));
        return Enumerable.Range(0, queueing.Count).Average(delays.CorrelationOf) >= Together;
    }

    /// <summary>The seconds since when the packets of the circuits have waited on average.</summary>
    private static int SecondsOf(IReadOnlyList<VisitorEvidence> queueing, double minDelay)
    {
        int known = queueing.Min(visitor => visitor.PathDelays.Count);
        return Enumerable.Range(1, known).TakeWhile(ago => queueing.Average(visitor => visitor.PathDelays[^ago]) >= minDelay).Count();
    }

    /// <summary>The round trips without those of the second in which they were longest, as after a pause.</summary>
    private static double[][] WithoutLongest(double[][] trips)
    {
        int longest = Enumerable.Range(0, trips[0].Length).MaxBy(second => Median(trips.Select(circuit => circuit[second])));
        return [.. trips.Select(circuit => (double[])[.. circuit[..longest], .. circuit[(longest + 1)..]])];
    }

    private static double Median(IEnumerable<double> values)
    {
        double[] sorted = [.. values.Order()];
        return sorted[sorted.Length / 2];
    }
}
