using System.Globalization;

namespace Mongoose.Runtime.CommandLine;

/// <summary>
/// A condition that makes a run fail, such as <c>p95_rtt_ms&gt;300</c>; <see cref="MetricTable{TSummary}.Parse"/> reads it.
/// </summary>
/// <param name="Metric">The name of a metric.</param>
/// <param name="Operator">&lt;, &lt;=, &gt; or &gt;=.</param>
/// <param name="Limit">In the metric's unit.</param>
public sealed record Threshold(string Metric, string Operator, double Limit)
{
    /// <summary>
    /// Whether a value fails this threshold. A metric that was not measured (NaN) fails it: a gate must not pass because there is no
    /// data.
    /// </summary>
    public bool IsCrossedBy(double value) => double.IsNaN(value) || Operator switch
    {
        "<" => value < Limit,
        "<=" => value <= Limit,
        ">" => value > Limit,
        _ => value >= Limit,
    };

    public override string ToString() => string.Create(CultureInfo.InvariantCulture, $"{Metric}{Operator}{Limit}");
}

/// <summary>The evaluation of a threshold.</summary>
/// <param name="FailIf">The condition.</param>
/// <param name="Value">The metric's value in the run.</param>
/// <param name="Crossed">Whether the run fails the threshold.</param>
public sealed record ThresholdResult(string FailIf, double Value, bool Crossed)
{
    /// <summary>The value and the verdict for a summary.</summary>
    public override string ToString() => double.IsNaN(Value)
        ? $"{FailIf}: FAILED, not measured"
        : string.Create(CultureInfo.InvariantCulture, $"{FailIf}: {Value:0.###}, {(Crossed ? "FAILED" : "good")}");
}
