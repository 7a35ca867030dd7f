using System.Numerics;

namespace Mongoose.Core.Sending;

/// <summary>Outcomes of a circuit's reliable packets.</summary>
/// <param name="Sent">Packets sent, each counted once.</param>
/// <param name="FastResends">Packets that were sent again before their timer expired.</param>
/// <param name="FoundByTimer">Packets whose timer expired before acks showed that they were lost.</param>
/// <param name="FoundByAcks">Packets that acks showed to be lost before their timer expired.</param>
/// <param name="Spurious">Found packets that have arrived after all, as in <see cref="CircuitPath.Spurious"/>.</param>
public readonly record struct PathCounts(long Sent, long FastResends, long FoundByTimer = 0, long FoundByAcks = 0, long Spurious = 0)
    : ISubtractionOperators<PathCounts, PathCounts, PathCounts>
{
    /// <summary>
    /// Packets that the sender found lost, each once, by acks or by its timer. A timer is wrong if the ack is late or lost.
    /// </summary>
    public long Found => FoundByTimer + FoundByAcks;

    /// <summary>
    /// Lost packets, wherever operators see this word: those found lost, without those that have arrived after all. In a short time, more
    /// losses can prove spurious than are found; the count is then zero.
    /// </summary>
    public long Lost => Math.Max(0, Found - Spurious);

    /// <summary>
    /// The fraction of packets that were lost, 0 to 1; null if none were sent. A loss is found after its packet was sent, so packets of a
    /// short time may be fewer than the losses that were found in it.
    /// </summary>
    public double? LostFraction => Sent > 0 ? Math.Min(1, (double)Lost / Sent) : null;

    public static PathCounts operator +(in PathCounts a, in PathCounts b) => new(
        a.Sent + b.Sent, a.FastResends + b.FastResends, a.FoundByTimer + b.FoundByTimer, a.FoundByAcks + b.FoundByAcks,
        a.Spurious + b.Spurious);

    public static PathCounts operator -(PathCounts a, PathCounts b) => new(
        a.Sent - b.Sent, a.FastResends - b.FastResends, a.FoundByTimer - b.FoundByTimer, a.FoundByAcks - b.FoundByAcks,
        a.Spurious - b.Spurious);
}
