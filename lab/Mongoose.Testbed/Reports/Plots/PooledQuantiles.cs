using Mongoose.Runtime.Statistics;
using Mongoose.Testbed.Results.Series;

namespace Mongoose.Testbed.Reports.Plots;

/// <summary>The samples of several runs as one distribution; each run is weighted by its number of samples.</summary>
internal static class PooledQuantiles
{
    /// <summary>Values in ascending order with the share of samples up to each, from 0 at the minimum to 1 at the maximum.</summary>
    public static (double Value, double Share)[] Distribution(IEnumerable<SampleSeries> runs)
    {
        (double Value, double Weight)[] all = runs.Where(run => run.Quantiles.Length > 0)
            .SelectMany(run => run.Quantiles.Select(value => (Value: value, Weight: (double)run.Count / run.Quantiles.Length)))
            .OrderBy(item => item.Value).ToArray();
        if (all.Length == 0)
            return [];
        double total = all.Sum(item => item.Weight) - all[^1].Weight, below = 0;
        var shares = new (double, double)[all.Length];
        for (int i = 0; i < all.Length; i++)
        {
            shares[i] = (all[i].Value, total > 0 ? Math.Min(1, below / total) : 1);
            below += all[i].Weight;
        }
        return shares;
    }

    /// <summary>
    /// Ascending samples for a box plot: at most <see cref="Percentiles.MaxQuantiles"/>, at even steps of the distribution.
    /// </summary>
    public static double[] Samples(IEnumerable<SampleSeries> runs)
    {
        (double Value, double Share)[] all = Distribution(runs);
        int count = Math.Min(Percentiles.MaxQuantiles, all.Length);
        double last = Math.Max(1, count - 1);
        return [.. Enumerable.Range(0, count).Select(i => all.MinBy(item => Math.Abs(item.Share - i / last)).Value)];
    }
}
