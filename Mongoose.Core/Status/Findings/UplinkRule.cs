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
    public UplinkRule(IReadOnlyList<VisitorEvidence> visitors, Duration wait)
    {
        _minQueue = MinQueue + wait.Milliseconds;
        _areNearThroughTunnel = AreNearThroughTunnel([.. visitors.Where(CanShow)]);
    }

    /// <summary>
    /// Whether a circuit shows what the uplink does. Packets to visitors in the host's own networks cross it only if such a network is the
    /// end of a tunnel: then these visitors queue, and all others with them, in one queue.
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
        return AreNearlyAll(queueing, FreeOf(lines, queueing)) && CommonQueue.IsOne(queueing, _minQueue) == true;
    }

    /// <summary>
    /// Whether other circuits show that the uplink does not hold these back: too many of them are free, or there are enough lines to see
    /// that they have no queue in common.
    /// </summary>
    /// <param name="held">Circuits that something of their path holds back.</param>
    /// <param name="free">Circuits that nothing of their path holds back.</param>
    public bool IsElsewhere(IReadOnlyList<VisitorEvidence> held, IEnumerable<VisitorEvidence> free)
    {
        Line[] lines = Line.Of(held.Concat(free).Where(IsCrossedBy)), queueing = [.. lines.Where(IsQueueing)];
        int freeLines = FreeOf(lines.ExceptBy(held.Select(visitor => visitor.Household), line => line.Household), queueing);
        return freeLines > 0 && !AreNearlyAll(queueing, freeLines) || CommonQueue.IsOne(queueing, _minQueue) == false;
    }

    /// <summary>Whether nearly all visitors have fallen silent: viewers do not do so all at once.</summary>
    /// <param name="visitors">Circuits that cross the uplink.</param>
    /// <param name="silent">Those of them that are silent.</param>
    public static bool IsCut(IEnumerable<VisitorEvidence> visitors, IEnumerable<VisitorEvidence> silent)
    {
        int lines = LinesOf(silent);
        return lines >= CommonQueue.MinLines && lines >= MinPart * LinesOf(visitors);

        static int LinesOf(IEnumerable<VisitorEvidence> circuits) =>
            circuits.Where(circuit => !circuit.Figures.IsChild).Select(circuit => circuit.Household).Distinct().Count();
    }

    private bool AreNearThroughTunnel(VisitorEvidence[] visitors)
    {
        Line[] near = Line.Of(visitors.Where(visitor => visitor.IsNear)), nearQueueing = [.. near.Where(IsQueueing)];
        if (nearQueueing.Length < CommonQueue.MinLines || nearQueueing.Length < MinPart * near.Length)
            return false;
        Line[] others = Line.Of(visitors.Where(visitor => !visitor.IsNear)), otherQueueing = [.. others.Where(IsQueueing)];
        return otherQueueing.Length >= MinPart * others.Length
            && CommonQueue.IsOne([.. nearQueueing, .. otherQueueing], _minQueue) == true;
    }

    /// <summary>Whether there is a line, and acks come in time: those of a region that is slow in itself are all read late.</summary>
    private static bool CanShow(VisitorEvidence visitor) => visitor.HasLine && !SimulatorRule.IsSlow(visitor.Region);

    private static bool AreNearlyAll(Line[] queueing, int free) => queueing.Length >= MinPart * (queueing.Length + free);

    private bool IsQueueing(Line line) => line.IsQueueing(_minQueue);

    /// <summary>
    /// The number of lines that have no queue, and were known before the others had theirs: who comes later knows no shorter round trip.
    /// Only the last minute is known, so that a line that has been known for a minute counts beside any queue.
    /// </summary>
    private int FreeOf(IEnumerable<Line> lines, Line[] queueing)
    {
        int before = queueing.Length == 0 ? 0 : Math.Min(PathHistory.Seconds, CommonQueue.SecondsOf(queueing, _minQueue) + 1);
        return lines.Count(line => !IsQueueing(line) && line.PathDelays.Count >= before);
    }
}
