using Mongoose.Core.RateControl.PathControl;
using Mongoose.Core.Sending;
using Mongoose.Core.Status.Figures;
using Mongoose.Core.Units;

namespace Mongoose.Core.Status.Findings;

/// <summary>
/// Whose line it is that holds several circuits back: one that visitors of the same address share, or the simulator's own, which all share.
/// </summary>
internal static class LineRule
{
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
        UplinkRule uplink = new(visitors, wait);
        int[] crossing = [.. Enumerable.Range(0, causes.Length).Where(i => uplink.IsCrossedBy(visitors[i]))];
        int[] limited = [.. crossing.Where(i => causes[i]?.IsOfPath == true)];
        int[] silent = [.. crossing.Where(i => causes[i]?.Limit == LimitedBy.Window && visitors[i].Figures.Mode == PathMode.Silent)];
        if (!isSimulatorLate && uplink.IsFull(Of(crossing), Of(limited)))
            Replace(causes, limited, Cause.Uplink);
        else if (!canSilence && UplinkRule.IsCut(Of(crossing), Of(silent)))
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

        VisitorEvidence[] Of(int[] circuits) => [.. circuits.Select(i => visitors[i])];
    }

    /// <summary>
    /// Whether a queue shows that the line is full: losses alone can be each visitor's own radio, and the lines of two who have just come
    /// are both still measured.
    /// </summary>
    private static bool HasQueue(VisitorEvidence visitor) => !visitor.Figures.IsSearching && visitor.Queue >= UplinkRule.MinQueue;

    private static void Replace(Cause?[] causes, IEnumerable<int> circuits, Cause cause)
    {
        foreach (int i in circuits)
            causes[i] = cause;
    }
}
