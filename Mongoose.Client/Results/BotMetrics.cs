using Mongoose.Runtime.CommandLine;

namespace Mongoose.Client.Results;

/// <summary>The metrics of <c>--fail-if</c>.</summary>
internal static class BotMetrics
{
    public static readonly MetricTable<RunSummary> Table = new("p95_rtt_ms>300",
        new("p50_rtt_ms", summary => summary.P50RttMs),
        new("p95_rtt_ms", summary => summary.P95RttMs),
        new("p99_rtt_ms", summary => summary.P99RttMs),
        new("max_rtt_ms", summary => summary.MaxRttMs),
        new("p50_arrival_ms", summary => summary.P50ArrivalMs),
        new("p95_arrival_ms", summary => summary.P95ArrivalMs),
        new("received_kbps", summary => summary.ReceivedKbps),
        new("mean_received_kbps", summary => summary.MeanReceivedKbps),
        new("min_received_kbps", summary => summary.MinReceivedKbps),
        new("mean_requested_kbps", summary => summary.MeanRequestedKbps),
        new("fairness", summary => summary.Fairness),
        new("loss_percent", summary => summary.LossPercent),
        new("loss_events", summary => summary.LossEvents),
        new("login_retries", summary => summary.LoginRetries),
        new("failed_bots", summary => summary.Failed),
        new("failed_teleports", summary => summary.FailedTeleports),
        new("stalled_bots", summary => summary.StalledBots),
        new("http_failed", summary => summary.HttpFailed),
        new("http_timeouts", summary => summary.HttpTimeouts),
        new("http_retries", summary => summary.HttpRetries),
        new("http_repeats", summary => summary.HttpRepeats),
        new("mean_http_kbps", summary => summary.MeanHttpKbps),
        new("p50_first_byte_ms", summary => summary.P50FirstByteMs),
        new("p95_first_byte_ms", summary => summary.P95FirstByteMs),
        new("p99_timer_lateness_ms", summary => summary.P99TimerLatenessMs),
        new("cpu_cores", summary => summary.CpuCores),
        new("peak_memory_mb", summary => summary.PeakMemoryMB));
}
