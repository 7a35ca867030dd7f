using Mongoose.Core.Sending;
using Mongoose.Core.Units;

namespace Mongoose.Core.Status.History;

/// <summary>The delays added to histograms since the last <see cref="Take"/>, or since this window was created.</summary>
/// <param name="histograms">The histograms; their delays are taken together.</param>
public sealed class DelayWindow(params DelayHistogram[] histograms)
{
    private long[] _before = Counts(histograms);

    /// <summary>Their 99th percentile; zero if there are none. Begins the next window.</summary>
    public Duration TakeP99() => Take(0.99) ?? Duration.Zero;

    /// <summary>A quantile; null if there are no delays. Begins the next window.</summary>
    /// <param name="q">0 is the minimum, 1 the maximum.</param>
    public Duration? Take(double q)
    {
        long[] now = Counts(histograms);
        long[] window = [.. now];
        DelayHistogram.Subtract(window, _before);
        _before = now;
        return Array.Exists(window, count => count > 0) ? DelayHistogram.Estimate(window, q) : null;
    }

    private static long[] Counts(DelayHistogram[] histograms)
    {
        long[] counts = new long[DelayHistogram.Buckets];
        foreach (DelayHistogram histogram in histograms)
            histogram.AddTo(counts);
        return counts;
    }
}
