using Mongoose.Core.RateControl.PathControl;
using Mongoose.Core.Sending;
using Mongoose.Core.Status.Figures;
using Mongoose.Core.Status.History;
using Mongoose.Core.Units;

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

    /// <summary>Whose acks come in fewer of the last ten seconds shows neither a queue nor that there is none.</summary>
    private const int MinAcked = 8;

    /// <summary>Replaces the causes of circuits that share a line.</summary>
    /// <param name="visitors">The circuits.</param>
    /// <param name="causes">Their causes, in the same order.</param>
    /// <param name="isSimulatorLate">
    /// Whether the simulator reads acks late: then all circuits see the same delays, whatever their lines are.
    /// </param>
    /// <param name="canSilence">Whether it reads them so late that circuits seem silent.</param>
    /// <param name="wait">How long acks wait for a thread of the process, which is no queue of a line.</param>
    public static void Apply(
        IReadOnlyList<VisitorEvidence> visitors, Cause?[] causes, bool isSimulatorLate, bool canSilence, Duration wait)
    {
        int[] lines = [.. Enumerable.Range(0, causes.Length).Where(i => CrossesUplink(visitors[i]))];
        int[] limited = [.. lines.Where(i => causes[i]?.IsOfPath == true)];
        int[] silent = [.. lines.Where(i => causes[i]?.Limit == LimitedBy.Window && visitors[i].Figures.Mode == PathMode.Silent)];
        if (!isSimulatorLate && IsUplink([.. lines.Select(i => visitors[i])], limited.Select(i => visitors[i]), wait))
            Replace(causes, limited, Cause.Uplink);
        else if (!canSilence && AreNearlyAll(lines.Select(i => visitors[i]), silent.Select(i => visitors[i])))
            Replace(causes, silent, Cause.Uplink);
        else
        {
            IEnumerable<int> queueing = Enumerable.Range(0, causes.Length).Where(i => visitors[i].HasLine && causes[i]?.IsOfPath == true
                && (causes[i]!.Limit == LimitedBy.Downloads || HasQueue(visitors[i])));
            foreach (IGrouping<string, int> household in queueing.GroupBy(i => visitors[i].Household))
            {
                if (household.Select(i => visitors[i].Figures.Name).Distinct().Count() > 1)
                    Replace(causes, household.Where(i => causes[i]!.Limit != LimitedBy.Downloads), Cause.Neighbour);
            }
        }
    }

    /// <summary>
    /// Whether other circuits show that the simulator's own line does not hold these back: one of them is free, or there are enough lines
    /// to see that these have no queue in common.
    /// </summary>
    /// <param name="held">Circuits that something of their path holds back.</param>
    /// <param name="free">Circuits that nothing of their path holds back.</param>
    public static bool IsOwnLine(IEnumerable<VisitorEvidence> held, IEnumerable<VisitorEvidence> free)
    {
        VisitorEvidence[] comparable = [.. free.Where(IsComparable)];
        return comparable.Any(visitor => QueueOf(visitor) < MinDelay)
            || LinesOf(held.Where(IsComparable).Concat(comparable)) >= MinLines;

        static bool IsComparable(VisitorEvidence visitor) => CrossesUplink(visitor) && IsMeasured(visitor);
    }

    /// <summary>
    /// Whether a circuit shows what the simulator's own line does. Of a region that is slow in itself, acks are read late, so that its
    /// circuits all see the same delays. To a visitor in a network of the host, packets cross that line only through a tunnel: then they
    /// queue as all others do.
    /// </summary>
    private static bool CrossesUplink(VisitorEvidence visitor) =>
        visitor.HasLine && !SimulatorRule.IsSlow(visitor.Region) && (!visitor.IsNear || QueueOf(visitor) >= MinDelay);

    private static bool IsMeasured(VisitorEvidence visitor) => CommonDelays.IsMeasured(visitor) && visitor.AckedSeconds >= MinAcked;

    /// <summary>
    /// Whether a queue shows that the line is full: losses alone can be each visitor's own radio, and the lines of two who have just come
    /// are both still measured.
    /// </summary>
    private static bool HasQueue(VisitorEvidence visitor) => !visitor.Figures.IsSearching && QueueOf(visitor) >= MinDelay;

    /// <summary>The mean of the longest times, in ms, for which packets waited on the path in the last seconds.</summary>
    private static double QueueOf(VisitorEvidence visitor) => visitor.PathDelays.TakeLast(Series.RecentPoints).DefaultIfEmpty().Average();

    private static void Replace(Cause?[] causes, IEnumerable<int> circuits, Cause cause)
    {
        foreach (int i in circuits)
            causes[i] = cause;
    }

    /// <summary>Whether nearly all visitors have fallen silent: viewers do not do so all at once.</summary>
    private static bool AreNearlyAll(IEnumerable<VisitorEvidence> visitors, IEnumerable<VisitorEvidence> silent)
    {
        VisitorEvidence[] roots = [.. silent.Where(IsRoot)];
        return roots.Length >= MinPart * visitors.Count(IsRoot) && LinesOf(roots) >= MinLines;

        static bool IsRoot(VisitorEvidence visitor) => !visitor.Figures.IsChild;
    }

    /// <summary>
    /// Whether nearly all visitors see the same queue, also those who have little to send, and it holds back those who send most.
    /// </summary>
    private static bool IsUplink(IReadOnlyList<VisitorEvidence> visitors, IEnumerable<VisitorEvidence> limited, Duration wait)
    {
        VisitorEvidence[] measured = [.. visitors.Where(IsMeasured)];
        VisitorEvidence[] queueing = [.. measured.Where(visitor => QueueOf(visitor) >= MinDelay + wait.Milliseconds)];
        int lines = LinesOf(queueing);
        return limited.Any() && Traffic.IsMostOf(visitors, limited)
            && queueing.Length >= MinPart * measured.Length && lines >= MinLines && CommonQueue.IsOne(queueing, lines, MinDelay);
    }

    /// <summary>The number of lines: visitors of one household share one.</summary>
    private static int LinesOf(IEnumerable<VisitorEvidence> visitors) => visitors.Select(visitor => visitor.Household).Distinct().Count();
}
