using Mongoose.Core.Sending;
using Mongoose.Core.Status.Figures;

namespace Mongoose.Core.Status.Findings;

/// <summary>
/// Whose line it is that holds several circuits back: one that visitors of the same address share, or the simulator's own, which all share.
/// </summary>
internal static class LineRule
{
    private const int MinLines = 3;

    /// <summary>The simulator's own line concerns nearly everybody.</summary>
    private const double MinPart = 0.75;

    /// <summary>Delays below this, in ms, are noise.</summary>
    private const double MinDelay = 15;

    /// <summary>Circuits that queue in one place see its delay rise and fall together; those on lines of their own do not.</summary>
    private const double MinCorrelation = 0.6;

    private const int MinPoints = 10;

    /// <summary>Replaces the causes of circuits that share a line.</summary>
    /// <param name="visitors">The circuits.</param>
    /// <param name="causes">Their causes, in the same order.</param>
    /// <param name="isSimulatorLate">
    /// Whether the simulator reads acks late: then all circuits see the same delays, whatever their lines are.
    /// </param>
    public static void Apply(IReadOnlyList<VisitorEvidence> visitors, Cause?[] causes, bool isSimulatorLate)
    {
        int[] limited = [.. Enumerable.Range(0, causes.Length).Where(i => causes[i]?.IsOfPath == true)];
        int[] delayed = [.. limited.Where(i => causes[i]!.Limit != LimitedBy.Downloads)];
        if (!isSimulatorLate && IsUplink(visitors, delayed))
            Replace(causes, delayed, Cause.Uplink);
        else
        {
            foreach (IGrouping<string, int> household in
                limited.Where(i => visitors[i].Household.Length > 0).GroupBy(i => visitors[i].Household))
            {
                if (household.Select(i => visitors[i].Figures.Name).Distinct().Count() > 1)
                    Replace(causes, household.Intersect(delayed), Cause.Neighbour);
            }
        }
    }

    private static void Replace(Cause?[] causes, IEnumerable<int> circuits, Cause cause)
    {
        foreach (int i in circuits)
            causes[i] = cause;
    }

    /// <summary>
    /// Whether nearly all visitors see the same queue, also those who have little to send, and it holds back those who send most.
    /// </summary>
    private static bool IsUplink(IReadOnlyList<VisitorEvidence> visitors, int[] delayed)
    {
        VisitorEvidence[] measured = [.. visitors.Where(visitor => !visitor.Figures.IsChild && visitor.RoundTrips.Count >= MinPoints)];
        VisitorEvidence[] queueing =
            [.. measured.Where(visitor => visitor.PathDelays.TakeLast(MinPoints).DefaultIfEmpty().Average() >= MinDelay)];
        if (delayed.Length == 0 || !Traffic.IsMostOf(visitors, delayed)
            || queueing.Length < MinPart * measured.Length || LinesOf(queueing) < MinLines)
            return false;
        int points = queueing.Min(visitor => visitor.RoundTrips.Count);
        double[][] changes = [.. queueing.Select(visitor => Changes(visitor.RoundTrips.TakeLast(points).ToArray()))];
        double[] sums = [.. Enumerable.Range(0, points - 1).Select(point => changes.Sum(own => own[point]))];
        return changes.Average(own => RankCorrelation.Of(own, [.. sums.Zip(own, (sum, value) => sum - value)])) >= MinCorrelation;
    }

    /// <summary>
    /// The changes from one second to the next: queues that all begin when a region starts have the same trend, but not the same changes.
    /// </summary>
    private static double[] Changes(double[] values) => [.. values.Skip(1).Zip(values, (value, before) => value - before)];

    /// <summary>The number of lines: visitors of one household share one.</summary>
    private static int LinesOf(IEnumerable<VisitorEvidence> visitors) =>
        visitors.Select(visitor => visitor.Household is { Length: > 0 } household ? household : $"{visitor.Figures.Number}")
            .Distinct().Count();
}
