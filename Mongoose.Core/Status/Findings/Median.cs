namespace Mongoose.Core.Status.Findings;

/// <summary>The middle of some values; of an even number, the higher one of the two in the middle.</summary>
internal static class Median
{
    /// <param name="values">At least one.</param>
    public static double Of(IEnumerable<double> values)
    {
        double[] sorted = [.. values.Order()];
        return sorted[sorted.Length / 2];
    }

    /// <summary>The median at each point that all series have.</summary>
    /// <param name="series">At least one; the newest point last.</param>
    public static IReadOnlyList<double> OfSeries(IReadOnlyList<IReadOnlyList<double>> series)
    {
        if (series.Count == 1)
            return series[0];
        int points = series.Min(one => one.Count);
        return [.. Enumerable.Range(0, points).Select(point => Of(series.Select(one => one[one.Count - points + point])))];
    }
}
