using System.Text.Json;
using Mongoose.Client.Bots;
using Mongoose.Client.Sessions;
using Mongoose.Core.Sending;
using Mongoose.Core.Units;

namespace Mongoose.Client.Results;

/// <summary>
/// A histogram of delays in a result file: the buckets of <see cref="DelayHistogram"/> that are not empty. Unlike percentiles, the
/// histograms of several files can be added.
/// </summary>
/// <param name="BelowMs">The upper bound of each bucket, exclusive and ascending.</param>
/// <param name="Counts">The number of delays in each.</param>
internal sealed record DelayCounts(double[] BelowMs, double[] Counts)
{
    public static readonly DelayCounts None = new([], []);

    public static DelayCounts From(IEnumerable<Duration> delays)
    {
        DelayHistogram histogram = new();
        foreach (Duration delay in delays)
            histogram.Add(delay);
        return From(histogram);
    }

    public static DelayCounts From(DelayHistogram histogram)
    {
        long[] counts = new long[DelayHistogram.Buckets];
        histogram.AddTo(counts);
        return From(counts);
    }

    /// <param name="counts">The count of every bucket of <see cref="DelayHistogram"/>.</param>
    public static DelayCounts From(IReadOnlyList<long> counts)
    {
        int[] used = Enumerable.Range(0, counts.Count).Where(bucket => counts[bucket] > 0).ToArray();
        return new DelayCounts(
            Array.ConvertAll(used, bucket => DelayHistogram.UpperBound(bucket).Milliseconds),
            Array.ConvertAll(used, bucket => (double)counts[bucket]));
    }

    /// <summary>The sum of several histograms.</summary>
    /// <exception cref="JsonException">One of them has other buckets.</exception>
    public static DelayCounts Sum(IEnumerable<DelayCounts> all)
    {
        long[] counts = new long[DelayHistogram.Buckets];
        foreach (DelayCounts delays in all)
            delays.AddTo(counts);
        return From(counts);
    }

    /// <summary>
    /// The delay in ms that a share of all delays do not exceed, at most 12.5 % from the exact one; NaN if there are none.
    /// </summary>
    /// <param name="share">0 to 1.</param>
    /// <exception cref="JsonException">The buckets differ.</exception>
    public double Percentile(double share)
    {
        long[] counts = new long[DelayHistogram.Buckets];
        AddTo(counts);
        return Counts.Sum() > 0 ? DelayHistogram.Estimate(counts, share).Milliseconds : double.NaN;
    }

    /// <summary>
    /// The share of all delays in each bucket, by the bucket's lower bound in ms: from the first bucket that is not empty to the bucket
    /// after the last, including empty buckets in between.
    /// </summary>
    /// <exception cref="JsonException">The buckets differ.</exception>
    public IReadOnlyList<(double FromMs, double Share)> SharesByLowerBound()
    {
        long[] counts = new long[DelayHistogram.Buckets];
        AddTo(counts);
        double all = Counts.Sum();
        int first = Array.FindIndex(counts, count => count > 0), last = Array.FindLastIndex(counts, count => count > 0);
        return Enumerable.Range(first, first < 0 ? 0 : last - first + 2)
            .Select(bucket =>
                (bucket == 0 ? 0 : DelayHistogram.UpperBound(bucket - 1).Milliseconds, bucket <= last ? counts[bucket] / all : 0))
                .ToArray();
    }

    /// <summary>The bounds in ms of the bucket with the longest delays; null if there are none.</summary>
    /// <exception cref="JsonException">The buckets differ.</exception>
    public (double FromMs, double BelowMs)? Max() =>
        SharesByLowerBound() is [.., { FromMs: var from }, { FromMs: var below }] ? (from, below) : null;

    private void AddTo(long[] counts)
    {
        if (BelowMs.Length != Counts.Length)
            throw new JsonException($"a histogram has {BelowMs.Length} buckets but {Counts.Length} counts");
        for (int i = 0; i < Counts.Length; i++)
            counts[BucketBelow(BelowMs[i])] += (long)Counts[i];
    }

    private static int BucketBelow(double milliseconds)
    {
        try
        {
            return DelayHistogram.BucketBelow(Duration.FromMilliseconds(milliseconds));
        }
        catch (ArgumentException exception)
        {
            throw new JsonException($"a histogram has a bucket below {milliseconds} ms, which is none of the fixed buckets", exception);
        }
    }
}

/// <summary>The delays of a run.</summary>
internal sealed record BotHistograms
{
    /// <summary>Every ping that was answered.</summary>
    public DelayCounts RoundTripMs { get; init; } = DelayCounts.None;

    /// <summary>From a bot's login until it was in its region, retries included.</summary>
    public DelayCounts ArrivalMs { get; init; } = DelayCounts.None;

    /// <summary>How late timers fired on the bots' thread.</summary>
    public DelayCounts TimerLatenessMs { get; init; } = DelayCounts.None;

    /// <summary>From writing a request by HTTP to the first byte of its answer; empty in files of earlier versions.</summary>
    public DelayCounts FirstByteMs { get; init; } = DelayCounts.None;

    public static BotHistograms From(BotRun run, RoundTrips roundTrips) => new()
    {
        RoundTripMs = roundTrips.Histogram,
        ArrivalMs = DelayCounts.From(run.Bots.Select(bot => bot.FirstArrival - bot.StartedAt).OfType<Duration>()),
        TimerLatenessMs = DelayCounts.From(run.TimerLateness),
        FirstByteMs = DelayCounts.Sum(run.Bots.Select(bot => bot.Http).OfType<HttpFigures>()
            .Select(http => DelayCounts.From(http.FirstByte))),
    };
}
