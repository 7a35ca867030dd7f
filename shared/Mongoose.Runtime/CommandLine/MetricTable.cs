using System.Globalization;
using System.Text.RegularExpressions;

namespace Mongoose.Runtime.CommandLine;

/// <summary>The figures of a run that thresholds can name.</summary>
/// <typeparam name="TSummary">The summary of a run.</typeparam>
/// <param name="example">A threshold, for messages.</param>
/// <param name="metrics">The metrics.</param>
public sealed class MetricTable<TSummary>(string example, params Metric<TSummary>[] metrics)
{
    /// <summary>All metrics, in the order of the documents.</summary>
    public IReadOnlyList<Metric<TSummary>> All => metrics;

    /// <summary>All names, separated by commas.</summary>
    public string Names => string.Join(", ", metrics.Select(metric => metric.Name));

    /// <exception cref="FormatException">The text is not a threshold; the message lists what is allowed.</exception>
    public Threshold Parse(string text)
    {
        Match match = ThresholdText.Form().Match(text);
        if (!match.Success)
            throw new FormatException($"'{text}': allowed are a metric, one of < <= > >=, and a number, such as \"{example}\"");
        string name = match.Groups[1].Value;
        if (metrics.All(metric => metric.Name != name))
            throw new FormatException($"'{text}': no metric {name}; allowed: {Names}");
        return new Threshold(name, match.Groups[2].Value, double.Parse(match.Groups[3].Value, CultureInfo.InvariantCulture));
    }

    /// <summary>The metric's value in a run, and whether it fails the threshold.</summary>
    public ThresholdResult Evaluate(Threshold threshold, TSummary summary)
    {
        double value = metrics.First(metric => metric.Name == threshold.Metric).Value(summary);
        return new ThresholdResult(threshold.ToString(), value, threshold.IsCrossedBy(value));
    }
}

/// <summary>A figure of a run.</summary>
/// <typeparam name="TSummary">The summary of a run.</typeparam>
/// <param name="Name">The figure's name in thresholds, with its unit.</param>
/// <param name="Value">The value; NaN if it was not measured.</param>
/// <param name="Text">Description for documents.</param>
public sealed record Metric<TSummary>(string Name, Func<TSummary, double> Value, string Text = "");

/// <summary>The form of thresholds: a generic class cannot have a generated expression.</summary>
internal static partial class ThresholdText
{
    [GeneratedRegex(@"^\s*([a-z0-9_]+)\s*(<=|>=|<|>)\s*([0-9]+(?:\.[0-9]+)?)\s*$", RegexOptions.CultureInvariant)]
    internal static partial Regex Form();
}
