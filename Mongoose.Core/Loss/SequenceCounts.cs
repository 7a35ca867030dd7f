namespace Mongoose.Core.Loss;

/// <summary>Outcomes of the first transmissions of one or more circuits.</summary>
/// <param name="Received">First transmissions that arrived, each counted once.</param>
/// <param name="Lost">First transmissions reported lost, each counted once.</param>
/// <param name="Reordered">
/// Packets of <paramref name="Lost"/> that arrived after all (3-reordered, RFC 4737 section 5.4). They also count in
/// <paramref name="Received"/>.
/// </param>
public readonly record struct SequenceCounts(long Received, long Lost, long Reordered)
{
    /// <summary>Percentage of sent packets that never arrived; NaN if none were sent.</summary>
    public double MissingPercent => Received + Missing == 0 ? double.NaN : 100.0 * Missing / (Received + Missing);

    private long Missing => Lost - Reordered;

    public static SequenceCounts operator +(SequenceCounts a, SequenceCounts b) =>
        new(a.Received + b.Received, a.Lost + b.Lost, a.Reordered + b.Reordered);
}
