using System.Xml.Linq;
using Mongoose.Client.Requests;
using Mongoose.Client.Results;
using Mongoose.Core.Units;
using Mongoose.Runtime.CommandLine;
using Mongoose.Runtime.Output;
using Mongoose.Runtime.Pages;

namespace Mongoose.Client.Merging;

/// <summary>A merged result as a web page: the verdict, the problems, the figures, the machines, and charts.</summary>
internal static class MergeReport
{
    private static readonly TableColumns<ThresholdResult, object> ThresholdColumns = new(
        ("fails if", threshold => threshold.FailIf),
        ("value", threshold => Figures.Short(threshold.Value)),
        ("verdict", threshold =>
            Html.Element("span", Html.Class(threshold.Crossed ? "fail" : "pass"), threshold.Crossed ? "FAILED" : "good")));

    /// <summary>The note is beside the host, because a narrow window shows only the first columns.</summary>
    private static readonly TableColumns<RunPart, object> MachineColumns = new(
        ("shard, host", part => $"{part.Shard} {part.Host.Name}"),
        ("note", part => Html.Element("span", Html.Class("fail"), part.Note)),
        ("arrived", part => $"{part.Arrived} of {part.Bots}"),
        ("kbit/s", part => Figures.Whole(part.ReceivedKbps)),
        ("p95 RTT, ms", part => Figures.Tenths(part.P95RttMs)),
        ("p99 timers, ms", part => Figures.Tenths(part.P99TimerLatenessMs)),
        ("late by, s", part => Figures.Tenths(part.LateS)),
        ("cores", part => Figures.Short(part.CpuCores)),
        ("MB", part => Figures.Whole(part.PeakMemoryMB)));

    public static string Page(BotRunResult result, Starts starts) => Html.Document($"Bots: {Verdict(result)}",
        Html.Element("p", Html.Class("eyebrow"), $"{result.Summary.Bots} bots in {Parts(result.Parts!.Count)}, {result.Request.LoginUri}"),
        Html.Element("h1", Verdict(result)),
        Lines("Why the sum is incomplete", "fail", result.Problems!),
        Lines("Warnings", "notice", result.Warnings!),
        Thresholds(result.Thresholds),
        Section("Summary", Summary(result)),
        Section("Machines",
            Html.Element("p", Html.Prose(starts.ToString()) + ". Received rates, cores used and memory are those of each machine."),
            Html.Element("div", Html.Class("scroll"), Html.Table(MachineColumns, result.Parts!))),
        Section("Charts", MergeCharts.Draw(result)),
        Section("The run", Html.Element("div", Html.Class("facts"), Run(result, result.Request))));

    private static string Verdict(BotRunResult result)
    {
        RunSummary summary = result.Summary;
        int crossed = result.Thresholds.Count(threshold => threshold.Crossed);
        string thresholds = result.Thresholds.Count == 0 ? ""
            : crossed == 0 ? "; all thresholds are good"
            : $"; {crossed} of {result.Thresholds.Count} thresholds FAILED";
        string judged = result.Thresholds.Count == 0 ? "" : "; thresholds of an incomplete sum do not count";
        return result.Problems!.Count > 0
            ? $"INCOMPLETE: {result.Parts!.Count} of {result.Request.Shard.Count} parts, "
                + $"{summary.Arrived} of {result.Request.Accounts.Count} bots arrived{judged}"
            : $"Complete: {summary.Arrived} of {summary.Bots} bots arrived and received {Figures.Rate(summary.ReceivedKbps)}{thresholds}";
    }

    private static string Parts(int count) => count == 1 ? "1 part" : $"{count} parts";

    private static XElement Section(string title, params object?[] content) => Html.Element("section", Html.Element("h2", title), content);

    private static XElement? Lines(string title, string style, IReadOnlyList<string> lines) => lines.Count == 0 ? null
        : Section(title, lines.Select(line => Html.Element("p", Html.Class(style), line)));

    private static XElement? Thresholds(IReadOnlyList<ThresholdResult> thresholds) => thresholds.Count == 0 ? null
        : Section("Thresholds", Html.Element("div", Html.Class("scroll"), Html.Table(ThresholdColumns, thresholds)));

    private static XElement Summary(BotRunResult result)
    {
        RunSummary summary = result.Summary;
        return Html.Element("div", Html.Class("facts"),
            Html.Facts(
                ("bots", $"{summary.Arrived} of {result.Request.Accounts.Count} arrived, "
                    + $"{summary.Failed} failed{BotRunResult.CausesText(result.Failures)}"),
                ("received", $"{Figures.Rate(summary.ReceivedKbps)}; "
                    + $"per bot {Figures.Rate(summary.MeanReceivedKbps)} mean, {Figures.Rate(summary.MinReceivedKbps)} min"),
                ("requested", $"{Figures.Rate(summary.MeanRequestedKbps)}, mean per bot"),
                ("fairness (Jain)", Figures.Short(summary.Fairness)),
                ("loss", $"{Figures.Short(summary.LossPercent)} % of packets, {summary.LossEvents} loss events")),
            Html.Facts([
                ("round trip", $"{Figures.Delay(summary.P50RttMs)} ms p50, {Figures.Delay(summary.P95RttMs)} ms p95, "
                    + $"{Figures.Delay(summary.P99RttMs)} ms p99, {Figures.Delay(summary.MaxRttMs)} ms max"),
                ("time to arrive", $"{Figures.Delay(summary.P50ArrivalMs)} ms p50, {Figures.Delay(summary.P95ArrivalMs)} ms p95"),
                ("done", $"{summary.Textures} textures, {summary.Teleports} teleports ({summary.FailedTeleports} failed), "
                    + $"{summary.LoginRetries} login retries"),
                .. result.Request.Http ? HttpRows(summary) : [],
                ("stalled", $"{summary.StalledBots} bots stood for {RunSummary.StallLimit.Seconds} s or longer"),
                ("cost of the bots", $"{Figures.Short(summary.CpuCores)} cores, {Figures.Whole(summary.PeakMemoryMB)} MB")]));
    }

    private static (string, string)[] HttpRows(RunSummary summary) =>
    [
        ("HTTP", $"{summary.HttpAnswers} of {summary.HttpRequests} requests answered, {summary.HttpFailed} failed, "
            + $"{summary.HttpRetries} retries, {summary.HttpRepeats} repeats, {summary.HttpTimeouts} time-outs"),
        ("HTTP received", $"{Figures.Short(summary.HttpBytes / 1e6)} MB; per bot {Figures.Rate(summary.MeanHttpKbps)} mean; "
            + $"first byte {Figures.Delay(summary.P50FirstByteMs)} ms p50, {Figures.Delay(summary.P95FirstByteMs)} ms p95"),
    ];

    private static IEnumerable<XElement> Run(BotRunResult result, BotRequest request) =>
    [
        Html.Facts(
            ("login URI", request.LoginUri), ("start", request.Start), ("controller", request.Controller), ("activity", request.Activity),
            ("rates", $"{Rate(request.RateControl.MinRate)} to {Rate(request.RateControl.MaxRate)}"), ("seed", $"{request.Seed}")),
        Html.Facts(
            ("started at", $"{result.StartedAt.UtcDateTime:yyyy-MM-dd HH:mm:ss} UTC"), ("length", $"{Figures.Tenths(result.LengthS)} s"),
            ("engine", $"{result.Request.Engine} {result.EngineVersion}"),
            ("system", result.Os), ("runtime", result.Runtime)),
    ];

    private static string Rate(DataRate rate) => Figures.Rate(rate.KilobitsPerSecond);
}
