namespace Mongoose.Core.Status.Findings;

/// <summary>
/// Whether lines wait in one queue: while it lasts, their round trips rise and fall together. Before it, what little they change says
/// nothing. Queues that begin at once have their first seconds in common, and a pause of the simulator is common to all circuits: these
/// seconds are left out.
/// </summary>
internal static class CommonQueue
{
    /// <summary>Fewer lines say nothing.</summary>
    public const int MinLines = 3;

    /// <summary>
    /// Behind one queue, the mean rank correlation is higher than the first figure; behind six lines whose queues began at once, it was
    /// below 0.1. Between the two figures, it says nothing.
    /// </summary>
    private const double Together = 0.75, Apart = 0.4;

    /// <summary>
    /// The least number of changes of a line, and of all lines together. With fewer, lines with queues of their own would look like one
    /// queue in more than 1 of 100 cases.
    /// </summary>
    private const int MinChanges = 6, MinOfAll = 30;

    /// <summary>The seconds in which a queue fills.</summary>
    private const int Filling = 2;

    /// <summary>A second whose round trips are so many times as long as those of the others has a pause.</summary>
    private const double Pause = 2;

    /// <summary>Whether it is one queue; null if that is not known.</summary>
    /// <param name="queueing">Lines on which packets wait.</param>
    /// <param name="minQueue">Shorter delays, in ms, are no queue.</param>
    public static bool? IsOne(IReadOnlyList<Line> queueing, double minQueue)
    {
        if (queueing.Count < MinLines)
            return null;
        int seconds = Math.Min(SecondsOf(queueing, minQueue) - Filling, queueing.Max(line => line.RoundTrips.Count));
        double[][] trips = WithoutPauses([.. from line in queueing
                                             where line.RoundTrips.Count >= seconds // Who has just come is not compared.
                                             select line.RoundTrips.TakeLast(seconds).ToArray()]);
        int changes = trips[0].Length - 1;
        if (trips.Length < MinLines || changes < MinChanges || changes * trips.Length < MinOfAll)
            return null;
        CommonDelays delays = new(trips);
        double? correlation = Enumerable.Range(0, trips.Length).Average(delays.CorrelationOf);
        return correlation >= Together ? true : correlation < Apart ? false : null;
    }

    /// <summary>The seconds since when packets wait on the lines, in the median.</summary>
    /// <param name="queueing">The lines, at least one.</param>
    /// <param name="minQueue">Shorter delays, in ms, are no queue.</param>
    public static int SecondsOf(IReadOnlyList<Line> queueing, double minQueue) =>
        (int)Median.Of(queueing.Select(line => (double)line.QueueSeconds(minQueue)));

    /// <summary>
    /// Round trips without those of the second in which they were longest, and of the longer one beside it, because a pause can touch two;
    /// and without further pauses.
    /// </summary>
    private static double[][] WithoutPauses(double[][] trips)
    {
        IReadOnlyList<double> medians = Median.OfSeries(trips);
        if (medians.Count < 2)
            return trips;
        int first = Enumerable.Range(0, medians.Count - 1)
            .MaxBy(second => (Math.Max(medians[second], medians[second + 1]), Math.Min(medians[second], medians[second + 1])));
        double longest = Pause * Median.Of(medians);
        int[] usual = [.. Enumerable.Range(0, medians.Count)
            .Where(second => second != first && second != first + 1 && medians[second] <= longest)];
        return [.. trips.Select(line => (double[])[.. usual.Select(second => line[second])])];
    }
}
