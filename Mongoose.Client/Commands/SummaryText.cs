using System.Globalization;
using Mongoose.Client.Results;
using Mongoose.Runtime.CommandLine;
using Mongoose.Runtime.Terminals;
using Mongoose.Runtime.Time;

namespace Mongoose.Client.Commands;

/// <summary>The summary printed at the end of a run.</summary>
internal static class SummaryText
{
    public static void Write(TextWriter text, BotRunResult result)
    {
        RunSummary summary = result.Summary;
        bool isMerged = result.Parts is not null;
        if (result.Interrupted && !isMerged)
            text.WriteLine(Line($"INTERRUPTED    after {result.LengthS:0.0} s"));
        // Bots of a part that is missing in a sum have not arrived, as far as is known.
        int bots = isMerged ? result.Request.Accounts.Count : summary.Bots;
        text.WriteLine($"bots           {summary.Arrived} of {bots} arrived, {summary.Failed} failed"
            + BotRunResult.CausesText(result.Failures));
        if (summary.LoginRetries > 0)
            text.WriteLine(Line($"logins         {summary.LoginRetries} failed and were retried"));
        if (summary.Arrived > 0)
            WriteCircuits(text, summary);
        if (result.Request.Http)
            WriteHttp(text, summary);
        WriteWarnings(text, summary, isMerged);
        text.WriteLine((isMerged ? "all processes " : "this process  ")
            + Line($" {summary.CpuCores:0.00} cores, {summary.PeakMemoryMB:0} MB peak, ")
            + $"{TerminalText.Escape(result.Request.Engine)} ({TerminalText.Escape(result.EngineVersion)})");
        foreach (ThresholdResult threshold in result.Thresholds)
            text.WriteLine($"fail if        {threshold}");
    }

    private static void WriteCircuits(TextWriter text, RunSummary summary)
    {
        text.WriteLine(double.IsNaN(summary.ReceivedKbps)
            ? "rates          not measured: no bot was in a region for a whole second"
            : Line($"received       {summary.ReceivedKbps:0} kbit/s in total; per bot {summary.MeanReceivedKbps:0} mean, ")
                + Line($"{summary.MinReceivedKbps:0} min"));
        if (!double.IsNaN(summary.MeanRequestedKbps))
            text.WriteLine(Line($"requested      {summary.MeanRequestedKbps:0} kbit/s, mean per bot"));
        text.WriteLine(double.IsNaN(summary.P50RttMs)
            ? "round trip     not measured: no ping was answered"
            : Line($"round trip     {summary.P50RttMs:0.0} ms p50, {summary.P95RttMs:0.0} ms p95, {summary.P99RttMs:0.0} ms p99, ")
                + Line($"{summary.MaxRttMs:0.0} ms max"));
        text.WriteLine(Line($"loss           {summary.LossPercent:0.00} % of packets, {summary.LossEvents} loss events"));
        text.WriteLine(Line($"done           {summary.Textures} textures, ")
            + Line($"{summary.Teleports} teleports ({summary.FailedTeleports} failed)"));
    }

    private static void WriteWarnings(TextWriter text, RunSummary summary, bool isMerged)
    {
        if (summary.StalledBots > 0)
        {
            text.WriteLine(Line($"WARNING        {summary.StalledBots} bots stood for {RunSummary.StallLimit.Seconds:0} s or longer: ")
                + "the region did not send their positions");
            text.WriteLine("               its simulation may have stopped although it answers pings: see its log");
        }
        if (!isMerged && summary.P99TimerLatenessMs > TimerLateness.Tolerable.Milliseconds)
        {
            text.WriteLine(Line($"WARNING        at p99 timers fired {summary.P99TimerLatenessMs:0} ms late: this host was too busy, ")
                + "and its own delays show as round trips");
        }
    }

    private static void WriteHttp(TextWriter text, RunSummary summary)
    {
        text.WriteLine(Line($"http           {summary.HttpRequests} requests, {summary.HttpAnswers} answers, {summary.HttpFailed} failed, ")
            + Line($"{summary.HttpRetries} retries, {summary.HttpRepeats} repeats, {summary.HttpTimeouts} time-outs"));
        if (double.IsNaN(summary.P50FirstByteMs))
            return;
        text.WriteLine(Line($"http received  {summary.HttpBytes / 1e6:0.0} MB; per bot {summary.MeanHttpKbps:0} kbit/s mean; ")
            + Line($"first byte {summary.P50FirstByteMs:0.0} ms p50, {summary.P95FirstByteMs:0.0} ms p95"));
    }

    private static string Line(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
