using System.Globalization;
using Mongoose.Core.Sending;
using Mongoose.Core.Units;

namespace Mongoose.Core.Status.Metrics;

/// <summary>
/// The samples of a delay histogram. There are only seven bounds, from 1 ms to 5 s, because a region's histograms of its channels are two
/// thirds of a scrape. Every bound is the end of one of the 256 counts, so nothing is estimated.
/// </summary>
public static class DelayBuckets
{
    private static readonly Duration[] Bounds = Array.ConvertAll(
        [1.024, 8.192, 32.768, 98.304, 262.144, 983.04, 4718.592], Duration.FromMilliseconds);

    private static readonly int[] LastBuckets = Array.ConvertAll(Bounds, DelayHistogram.BucketBelow);

    private static readonly string[] Names = [.. Bounds.Select(bound => bound.Seconds.ToString(CultureInfo.InvariantCulture)), "+Inf"];

    /// <summary>The samples of a histogram; none if it is empty.</summary>
    public static IEnumerable<Sample> Of(DelayHistogram delays, params (string Name, string Value)[] labels)
    {
        long[] counts = new long[DelayHistogram.Buckets];
        // The sum is read first: delays that another thread adds meanwhile are counted but not summed, so a mean can only be too low.
        Duration sum = delays.Sum;
        delays.AddTo(counts);
        long total = counts.Sum();
        if (total == 0)
            yield break;
        long below = 0;
        for (int bound = 0, bucket = 0; bound < Names.Length; bound++)
        {
            for (int last = bound < LastBuckets.Length ? LastBuckets[bound] : counts.Length - 1; bucket <= last; bucket++)
                below += counts[bucket];
            yield return new Sample(below, [.. labels, ("le", Names[bound])]) with { Suffix = "_bucket" };
        }
        yield return new Sample(sum.Seconds, labels) with { Suffix = "_sum" };
        yield return new Sample(total, labels) with { Suffix = "_count" };
    }
}
