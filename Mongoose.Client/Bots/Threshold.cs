using System.Globalization;
using System.Text.RegularExpressions;

namespace Mongoose.Client.Bots;

/// <summary>A condition that makes a run fail, such as <c>p95_rtt_ms&gt;300</c>.</summary>
/// <param name="Metric">One of <see cref="Metrics"/>.</param>
/// <param name="Operator">&lt;, &lt;=, &gt; or &gt;=.</param>
/// <param name="Limit">In the metric's unit.</param>
internal sealed partial record Threshold(string Metric, string Operator, double Limit)
{
    private static readonly Dictionary<string, Func<RunSummary, double>> Values = new()
    {
        ["p50_rtt_ms"] = summary => summary.P50RttMs,
        ["p95_rtt_ms"] = summary => summary.P95RttMs,
        ["p99_rtt_ms"] = summary => summary.P99RttMs,
        ["max_rtt_ms"] = summary => summary.MaxRttMs,
        ["received_kbps"] = summary => summary.ReceivedKbps,
        ["mean_received_kbps"] = summary => summary.MeanReceivedKbps,
        ["min_received_kbps"] = summary => summary.MinReceivedKbps,
        ["mean_requested_kbps"] = summary => summary.MeanRequestedKbps,
        ["loss_percent"] = summary => summary.LossPercent,
        ["loss_events"] = summary => summary.LossEvents,
        ["login_retries"] = summary => summary.LoginRetries,
        ["failed_bots"] = summary => summary.Failed,
        ["failed_teleports"] = summary => summary.FailedTeleports,
        ["stalled_bots"] = summary => summary.StalledBots,
        ["cpu_cores"] = summary => summary.CpuCores,
        ["peak_memory_mb"] = summary => summary.PeakMemoryMB,
    };

    public static IReadOnlyCollection<string> Metrics => Values.Keys;

    /// <exception cref="FormatException">The text is not a threshold; the message lists what is allowed.</exception>
    public static Threshold Parse(string text)
    {
        Match match = Form().Match(text);
        if (!match.Success)
            throw new FormatException($"'{text}': allowed are a metric, one of < <= > >=, and a number, such as \"p95_rtt_ms>300\"");
        string metric = match.Groups[1].Value;
        if (!Values.ContainsKey(metric))
            throw new FormatException($"'{text}': no metric {metric}; allowed: {string.Join(", ", Metrics)}");
        return new Threshold(metric, match.Groups[2].Value, double.Parse(match.Groups[3].Value, CultureInfo.InvariantCulture));
    }

    /// <summary>The metric's value in a run; NaN if it was not measured.</summary>
    public double ValueIn(RunSummary summary) => Values[Metric](summary);

    /// <summary>Whether the run fails this threshold. A metric that was not measured fails it: a gate must not pass because there is no data.</summary>
    public bool IsCrossed(RunSummary summary)
    {
        double value = ValueIn(summary);
        return double.IsNaN(value) || Operator switch
        {
            "<" => value < Limit,
            "<=" => value <= Limit,
            ">" => value > Limit,
            _ => value >= Limit,
        };
    }

    public override string ToString() => string.Create(CultureInfo.InvariantCulture, $"{Metric}{Operator}{Limit}");

    [GeneratedRegex(@"^\s*([a-z0-9_]+)\s*(<=|>=|<|>)\s*([0-9]+(?:\.[0-9]+)?)\s*$", RegexOptions.CultureInvariant)]
    private static partial Regex Form();
}
