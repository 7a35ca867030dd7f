using System.Text.Json;
using Mongoose.Client.Results;

namespace Mongoose.Client.Merging;

/// <summary>Checks the delays of a file, as <see cref="PartCheck"/> checks the file: a missing value must not count as measured.</summary>
internal static class DelayCheck
{
    /// <summary>Figures in files are rounded, and the buckets' bounds are exact.</summary>
    private const double RoundingMs = 1e-3;

    /// <exception cref="JsonException">A histogram is impossible; the message names it.</exception>
    public static void Check(BotHistograms histograms)
    {
        Check("roundTripMs", histograms.RoundTripMs);
        Check("arrivalMs", histograms.ArrivalMs);
        Check("timerLatenessMs", histograms.TimerLatenessMs);
        Check("firstByteMs", histograms.FirstByteMs);
    }

    /// <summary>Checks that the histograms of a file agree with its other values.</summary>
    /// <exception cref="JsonException">The delays do not match; the message names the difference.</exception>
    public static void Check(BotRunResult result)
    {
        int arrived = result.Bots.Count(bot => !double.IsNaN(bot.ArrivedS));
        if (result.Histograms.ArrivalMs.Counts.Sum() is var counted && counted != arrived)
            throw new JsonException(
                FormattableString.Invariant($"histograms.arrivalMs has {counted} arrivals, but {arrived} of its bots arrived"));
        double max = result.Summary.MaxRttMs;
        (double FromMs, double BelowMs)? longest = result.Histograms.RoundTripMs.Max();
        if (longest is null && !double.IsNaN(max))
            throw new JsonException(FormattableString.Invariant($"summary.maxRttMs is {max}, but histograms.roundTripMs is empty"));
        if (longest is var (from, below) && !(max >= from - RoundingMs && max <= below + RoundingMs))
            throw new JsonException(FormattableString.Invariant(
                $"summary.maxRttMs is {max}, but the longest of histograms.roundTripMs is from {from} to {below}"));
    }

    private static void Check(string name, DelayCounts delays)
    {
        if (delays.BelowMs is null || delays.Counts is null)
            throw new JsonException($"histograms.{name} is incomplete");
        foreach (double count in delays.Counts)
        {
            if (!(count >= 0 && count <= PartCheck.MaxFigure && count == Math.Floor(count)))
                throw new JsonException(FormattableString.Invariant($"histograms.{name} has a count of {count}"));
        }
        PartCheck.Figure($"the sum of histograms.{name}", delays.Counts.Sum());
        _ = delays.Percentile(0.5); // Refuses other buckets.
        if (delays.BelowMs.Zip(delays.BelowMs.Skip(1)).Any(pair => pair.First >= pair.Second))
            throw new JsonException($"histograms.{name} has buckets that do not ascend");
    }
}
