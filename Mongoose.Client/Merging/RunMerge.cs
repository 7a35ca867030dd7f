using Mongoose.Client.Results;
using Mongoose.Core.Units;
using Mongoose.Runtime.CommandLine;

namespace Mongoose.Client.Merging;

/// <summary>Adds up the parts of a run to one result, as one process would have written it.</summary>
internal static class RunMerge
{
    /// <param name="parts">The parts, in the order of their shards; at least one.</param>
    /// <param name="thresholds">Conditions under which the run fails.</param>
    /// <param name="unread">The files that could not be read, a line each.</param>
    public static BotRunResult Of(IReadOnlyList<Part> parts, IEnumerable<Threshold> thresholds, IEnumerable<string> unread)
    {
        Starts starts = Starts.Of(parts);
        DateTimeOffset began = starts.First.Result.StartedAt.ToUniversalTime();
        BotResult[] bots = parts.SelectMany(part => part.Result.Bots.Select(bot => Shifted(bot, part.After(began))))
            .OrderBy(bot => bot.Number).ToArray();
        BotHistograms histograms = new()
        {
            RoundTripMs = DelayCounts.Sum(parts.Select(part => part.Result.Histograms.RoundTripMs)),
            ArrivalMs = DelayCounts.Sum(parts.Select(part => part.Result.Histograms.ArrivalMs)),
            TimerLatenessMs = DelayCounts.Sum(parts.Select(part => part.Result.Histograms.TimerLatenessMs)),
            FirstByteMs = DelayCounts.Sum(parts.Select(part => part.Result.Histograms.FirstByteMs)),
        };
        RunSummary summary = SummaryOf(parts, bots, histograms);
        return parts[0].Result with
        {
            Schema = BotRunResult.SchemaName,
            EngineVersion = Distinct(parts, result => result.EngineVersion),
            Os = Distinct(parts, result => result.Os),
            Runtime = Distinct(parts, result => result.Runtime),
            Host = new BotHost(),
            Request = parts[0].Result.Request with { Shard = parts[0].Result.Request.Shard with { Index = 0 } },
            StartedAt = began,
            GridClockAheadS = double.NaN,
            Command = "",
            LengthS = parts.Max(part => (part.After(began) + Duration.FromSeconds(part.Result.LengthS)).Seconds),
            Interrupted = parts.Any(part => part.Result.Interrupted),
            Summary = summary,
            Failures = BotRunResult.FailuresOf(bots),
            Thresholds = thresholds.Select(threshold => BotMetrics.Table.Evaluate(threshold, summary)).ToArray(),
            Histograms = histograms,
            OverTime = SeriesSum.Add(parts.Select(part => (part.Result.OverTime, part.After(began)))),
            Parts = parts.Select(part => RunPartOf(part, began)).ToArray(),
            Problems = [.. unread.Order(StringComparer.Ordinal), .. Completeness.Problems(parts, starts)],
            Warnings = MergeWarnings.Find(parts, starts),
            Bots = bots,
        };
    }

    private static BotResult Shifted(BotResult bot, Duration later) =>
        bot with { ArrivedS = bot.ArrivedS + later.Seconds, OverS = bot.OverS + later.Seconds };

    private static RunSummary SummaryOf(IReadOnlyList<Part> parts, BotResult[] bots, BotHistograms histograms)
    {
        DelayCounts roundTrips = histograms.RoundTripMs;
        double max = MaxOf(parts.Select(part => part.Result.Summary.MaxRttMs));
        RoundTripFigures figures = new(
            AtMost(roundTrips.Percentile(0.5), max), AtMost(roundTrips.Percentile(0.95), max),
            AtMost(roundTrips.Percentile(0.99), max), max);
        return RunSummary.From(bots, figures, histograms) with
        {
            CpuCores = parts.Sum(part => part.Result.Summary.CpuCores),
            PeakMemoryMB = parts.Sum(part => part.Result.Summary.PeakMemoryMB),
            // In the sum of the histograms, a single late host would be invisible among many.
            P99TimerLatenessMs = MaxOf(parts.Select(part => part.P99TimerLatenessMs)),
        };
    }

    private static RunPart RunPartOf(Part part, DateTimeOffset began)
    {
        BotRunResult result = part.Result;
        double late = part.After(result.Request.StartAt ?? began).Seconds;
        RunSummary own = RunSummary.From(result.Bots, default, result.Histograms);
        return new RunPart
        {
            File = part.File,
            Shard = part.Shard,
            Host = result.Host,
            EngineVersion = result.EngineVersion,
            Command = result.Command,
            StartedAt = result.StartedAt,
            GridClockAheadS = result.GridClockAheadS,
            LateS = result.Interrupted && late < 0 ? double.NaN : late,
            LengthS = result.LengthS,
            Interrupted = result.Interrupted,
            Bots = own.Bots,
            Arrived = own.Arrived,
            Failed = own.Failed,
            ReceivedKbps = own.ReceivedKbps,
            P95RttMs = result.Summary.P95RttMs,
            P99TimerLatenessMs = own.P99TimerLatenessMs,
            CpuCores = result.Summary.CpuCores,
            PeakMemoryMB = result.Summary.PeakMemoryMB,
        };
    }

    /// <summary>
    /// A percentile of a histogram may lie above the exact maximum, because the last bucket is wider than the values in it.
    /// </summary>
    private static double AtMost(double percentile, double max) => percentile > max ? max : percentile;

    /// <summary>NaN if nothing was measured.</summary>
    private static double MaxOf(IEnumerable<double> values) => values.Where(double.IsFinite).DefaultIfEmpty(double.NaN).Max();

    private static string Distinct(IReadOnlyList<Part> parts, Func<BotRunResult, string> of) =>
        string.Join(", ", parts.Select(part => of(part.Result)).Distinct());
}
