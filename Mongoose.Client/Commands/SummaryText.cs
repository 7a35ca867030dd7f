using System.Globalization;
using Mongoose.Client.Results;
using Mongoose.Runtime.Terminals;
using Mongoose.Runtime.Time;

namespace Mongoose.Client.Commands;

/// <summary>The summary printed at the end of a run.</summary>
internal static class SummaryText
{
    public static void Write(TextWriter text, BotRunResult result)
    {
        foreach (string line in Lines(result, result.Summary, isMerged: result.Parts is not null))
            text.WriteLine(line);
    }

    private static string[] Lines(BotRunResult result, RunSummary summary, bool isMerged) =>
    [
        .. result.Interrupted && !isMerged ? [Line($"INTERRUPTED    after {result.LengthS:0.0} s")] : (string[])[],
        // Bots of a part that is missing in a sum have not arrived, as far as is known.
        $"bots           {summary.Arrived} of {(isMerged ? result.Request.Accounts.Count : summary.Bots)} arrived, {summary.Failed} failed"
            + BotRunResult.CausesText(result.Failures),
        .. summary.LoginRetries > 0 ? [Line($"logins         {summary.LoginRetries} failed and were retried")] : (string[])[],
        .. summary.Arrived > 0 ? Circuits(summary) : [],
        .. result.Request.Http ? Http(summary) : [],
        .. Warnings(summary, isMerged),
        (isMerged ? "all processes " : "this process  ")
            + Line($" {summary.CpuCores:0.00} cores, {summary.PeakMemoryMB:0} MB peak, ")
            + $"{TerminalText.Escape(result.Request.Engine)} ({TerminalText.Escape(result.EngineVersion)})",
        .. result.Thresholds.Select(threshold => $"fail if        {threshold}"),
    ];

    private static string[] Circuits(RunSummary summary) =>
    [
        double.IsNaN(summary.ReceivedKbps)
            ? "rates          not measured: no bot was in a region for a whole second"
            : Line($"received       {summary.ReceivedKbps:0} kbit/s in total; per bot {summary.MeanReceivedKbps:0} mean, ")
                + Line($"{summary.MinReceivedKbps:0} min"),
        .. double.IsNaN(summary.MeanRequestedKbps)
            ? (string[])[]
            : [Line($"requested      {summary.MeanRequestedKbps:0} kbit/s, mean per bot")],
        double.IsNaN(summary.P50RttMs)
            ? "round trip     not measured: no ping was answered"
            : Line($"round trip     {summary.P50RttMs:0.0} ms p50, {summary.P95RttMs:0.0} ms p95, {summary.P99RttMs:0.0} ms p99, ")
                + Line($"{summary.MaxRttMs:0.0} ms max"),
        Line($"loss           {summary.LossPercent:0.00} % of packets, {summary.LossEvents} loss events"),
        Line($"done           {summary.Textures} textures, ") + Line($"{summary.Teleports} teleports ({summary.FailedTeleports} failed)"),
    ];

    private static string[] Warnings(RunSummary summary, bool isMerged) =>
    [
        .. summary.StalledBots == 0 ? (string[])[] :
        [
            Line($"WARNING        {summary.StalledBots} bots stood for {RunSummary.StallLimit.Seconds:0} s or longer: ")
                + "the region did not send their positions",
            "               its simulation may have stopped although it answers pings: see its log",
        ],
        .. isMerged || !(summary.P99TimerLatenessMs > TimerLateness.Tolerable.Milliseconds) ? (string[])[] :
        [
            Line($"WARNING        at p99 timers fired {summary.P99TimerLatenessMs:0} ms late: this host was too busy, ")
                + "and its own delays show as round trips",
        ],
    ];

    private static string[] Http(RunSummary summary) =>
    [
        Line($"http           {summary.HttpRequests} requests, {summary.HttpAnswers} answers, {summary.HttpFailed} failed, ")
            + Line($"{summary.HttpRetries} retries, {summary.HttpRepeats} repeats, {summary.HttpTimeouts} time-outs"),
        .. double.IsNaN(summary.P50FirstByteMs) ? (string[])[] :
        [
            Line($"http received  {summary.HttpBytes / 1e6:0.0} MB; per bot {summary.MeanHttpKbps:0} kbit/s mean; ")
                + Line($"first byte {summary.P50FirstByteMs:0.0} ms p50, {summary.P95FirstByteMs:0.0} ms p95"),
        ],
    ];

    private static string Line(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
