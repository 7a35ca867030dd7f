namespace Mongoose.Core.Status.Findings;

/// <summary>
/// Whether two series rise and fall together: Spearman's coefficient, the correlation of ranks. A single large value, such as a pause of
/// the simulator that all circuits see, has little weight.
/// </summary>
internal static class RankCorrelation
{
    /// <summary>From -1 to 1; 0 if one of the two does not change.</summary>
    /// <param name="a">A series.</param>
    /// <param name="b">Another, of the same length.</param>
    public static double Of(IReadOnlyList<double> a, IReadOnlyList<double> b)
    {
        (double[] ranksA, double[] ranksB) = (Ranks(a), Ranks(b));
        double mean = (a.Count - 1) / 2.0;
        double both = ranksA.Zip(ranksB, (x, y) => (x - mean) * (y - mean)).Sum();
        double scale = Math.Sqrt(ranksA.Sum(x => (x - mean) * (x - mean)) * ranksB.Sum(y => (y - mean) * (y - mean)));
        return scale > 0 ? both / scale : 0;
    }

    /// <summary>The rank of each value, from 0; equal values share the mean of their ranks.</summary>
    private static double[] Ranks(IReadOnlyList<double> values) =>
        [.. values.Select(value => values.Count(other => other < value) + (values.Count(other => other == value) - 1) / 2.0)];
}
