namespace Mongoose.Core.Loss;

/// <summary>What became of the first transmissions of one circuit, or of several together.</summary>
/// <param name="Received">Those that arrived, each counted once.</param>
/// <param name="Lost">Those reported lost because three later packets came before them, each counted once.</param>
/// <param name="Reordered">Those of <paramref name="Lost"/> that arrived after all (3-reordered, RFC 4737 section 5.4); <paramref name="Received"/> has them too.</param>
public readonly record struct SequenceCounts(long Received, long Lost, long Reordered)
{
    /// <summary>Those that never arrived, of all that were sent, in percent; NaN when there were none.</summary>
    public double MissingPercent => Received + Missing == 0 ? double.NaN : 100.0 * Missing / (Received + Missing);

    private long Missing => Lost - Reordered;

    public static SequenceCounts operator +(SequenceCounts a, SequenceCounts b) =>
        new(a.Received + b.Received, a.Lost + b.Lost, a.Reordered + b.Reordered);
}
