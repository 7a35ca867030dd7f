using Mongoose.Core.Sending;
using Mongoose.Core.Units;

namespace Mongoose.Core.Status.Findings;

/// <summary>What circuits together show of the simulator's own line, which all visitors from elsewhere share.</summary>
internal sealed class UplinkRule
{
    /// <summary>Shorter delays, in ms, are noise.</summary>
    public const double MinQueue = 15;

    /// <summary>The simulator's own line concerns nearly everybody.</summary>
    private const double MinPart = 0.75;

    private readonly double _minQueue;
    private readonly bool _areNearThroughTunnel;

    /// <param name="visitors">All circuits.</param>
    /// <param name="wait">How long acks wait for a thread of the process, which is no queue of a line.</param>
    public UplinkRule(IEnumerable<VisitorEvidence> visitors, Duration wait)
    {
        _minQueue = MinQueue + wait.Milliseconds;
        Line[] near = Line.Of(visitors.Where(visitor => visitor.IsNear && CanShow(visitor)));
        int queueing = near.Count(IsQueueing);
        _areNearThroughTunnel = queueing >= CommonQueue.MinLines && queueing >= MinPart * near.Length;
    }

    /// <summary>
    /// Whether a circuit shows what the uplink does. Packets to visitors in the host's own networks do not cross it, unless such a network
    /// is a tunnel: then nearly all of its visitors queue as all others do.
    /// </summary>
    public bool IsCrossedBy(VisitorEvidence visitor) => CanShow(visitor) && (!visitor.IsNear || _areNearThroughTunnel);

    /// <summary>
    /// Whether nearly all lines share a queue, also those of visitors who have little to send, and it holds back those who send most.
    /// </summary>
    /// <param name="visitors">Circuits that cross the uplink.</param>
    /// <param name="limited">Those of them that something of their path holds back.</param>
    public bool IsFull(IReadOnlyList<VisitorEvidence> visitors, IReadOnlyList<VisitorEvidence> limited)
    {
        if (limited.Count == 0 || !Traffic.IsMostOf(visitors, limited))
            return false;
        Line[] lines = Line.Of(visitors), queueing = [.. lines.Where(IsQueueing)];
        return queueing.Length >= MinPart * (queueing.Length + lines.Count(line => IsFree(line, queueing)))
            && CommonQueue.IsOne(queueing, _minQueue) == true;
    }

    /// <summary>
    /// Whether other circuits show that the uplink does not hold these back: one of them is free, or there are enough lines to see that
    /// they have no queue in common.
    /// </summary>
    /// <param name="held">Circuits that something of their path holds back.</param>
    /// <param name="free">Circuits that nothing of their path holds back.</param>
    public bool IsElsewhere(IEnumerable<VisitorEvidence> held, IEnumerable<VisitorEvidence> free)
    {
        Line[] heldLines = Line.Of(held.Where(IsCrossedBy)), freeLines = Line.Of(free.Where(IsCrossedBy));
        Line[] queueing = [.. heldLines.Concat(freeLines).Where(IsQueueing)];
        return freeLines.Any(line => IsFree(line, queueing)) || CommonQueue.IsOne(queueing, _minQueue) == false;
    }

    /// <summary>Whether nearly all visitors have fallen silent: viewers do not do so all at once.</summary>
    /// <param name="visitors">Circuits that cross the uplink.</param>
    /// <param name="silent">Those of them that are silent.</param>
    public static bool IsCut(IEnumerable<VisitorEvidence> visitors, IEnumerable<VisitorEvidence> silent)
    {
        VisitorEvidence[] roots = [.. silent.Where(IsRoot)];
        return roots.Length >= MinPart * visitors.Count(IsRoot)
            && roots.Select(visitor => visitor.Household).Distinct().Count() >= CommonQueue.MinLines;

        static bool IsRoot(VisitorEvidence visitor) => !visitor.Figures.IsChild;
    }

    /// <summary>Whether there is a line, and acks come in time: those of a region that is slow in itself are all read late.</summary>
    private static bool CanShow(VisitorEvidence visitor) => visitor.HasLine && !SimulatorRule.IsSlow(visitor.Region);

    private bool IsQueueing(Line line) => line.Queue >= _minQueue;

    /// <summary>
    /// Whether a line has no queue, and was known before the others had theirs: who comes later knows no shorter round trip.
    /// </summary>
    private bool IsFree(Line line, IReadOnlyList<Line> queueing) => !IsQueueing(line) && (queueing.Count == 0
        || line.PathDelays.Count >= Math.Min(PathHistory.Seconds, CommonQueue.SecondsOf(queueing, _minQueue) + 1));
}
