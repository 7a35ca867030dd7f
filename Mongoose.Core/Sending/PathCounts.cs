namespace Mongoose.Core.Sending;

/// <summary>Outcomes of a circuit's reliable packets.</summary>
/// <param name="Sent">Packets sent, each counted once.</param>
/// <param name="Lost">Packets that acks have shown to be lost, as in <see cref="CircuitPath.Lost"/>.</param>
/// <param name="FastResends">Packets that were sent again before their timer expired.</param>
/// <param name="FoundByTimer">Packets whose timer expired before acks showed that they were lost.</param>
/// <param name="FoundByAcks">Packets that acks showed to be lost before their timer expired.</param>
/// <param name="Spurious">Packets of Lost that have arrived after all, as in <see cref="CircuitPath.Spurious"/>.</param>
public readonly record struct PathCounts(
    long Sent, long Lost, long FastResends, long FoundByTimer = 0, long FoundByAcks = 0, long Spurious = 0)
{
    /// <summary>Packets found lost by either, each counted once. A timer can be wrong, if acks are late.</summary>
    public long Found => FoundByTimer + FoundByAcks;

    /// <summary>
    /// Packets that acks have shown to be lost, without those that have arrived after all. A loss can prove spurious in the next second, whose count is
    /// then zero.
    /// </summary>
    public long TrulyLost => Math.Max(0, Lost - Spurious);

    /// <summary>The fraction of packets that were truly lost, 0 to 1; 0 if none were sent.</summary>
    public double LostFraction => Fraction(TrulyLost);

    /// <summary>The fraction of packets found lost, without those that have arrived after all, 0 to 1; 0 if none were sent.</summary>
    public double FoundFraction => Fraction(Math.Max(0, Found - Spurious));

    public static PathCounts operator +(in PathCounts a, in PathCounts b) => new(
        a.Sent + b.Sent, a.Lost + b.Lost, a.FastResends + b.FastResends, a.FoundByTimer + b.FoundByTimer, a.FoundByAcks + b.FoundByAcks,
        a.Spurious + b.Spurious);

    public static PathCounts operator -(in PathCounts a, in PathCounts b) => new(
        a.Sent - b.Sent, a.Lost - b.Lost, a.FastResends - b.FastResends, a.FoundByTimer - b.FoundByTimer, a.FoundByAcks - b.FoundByAcks,
        a.Spurious - b.Spurious);

    /// <summary>A loss is found after its packet was sent, so the packets of a short time may be fewer than the losses that were found in it.</summary>
    private double Fraction(long lost) => Sent > 0 ? Math.Min(1, (double)lost / Sent) : 0;
}
