namespace Mongoose.Core.Status.Metrics;

/// <summary>A metric for monitoring: its description, and how to read its values.</summary>
/// <param name="Name">The name; it ends in the unit, and in _total if the value only grows.</param>
/// <param name="Kind">The kind.</param>
/// <param name="Help">The meaning of the values, in one sentence.</param>
/// <param name="Read">Reads the current values.</param>
public sealed record Metric(string Name, MetricKind Kind, string Help, Func<IEnumerable<Sample>> Read)
{
    /// <summary>The kind of a metric that is not a histogram, by its name.</summary>
    public static MetricKind KindOf(string name) =>
        name.EndsWith("_total", StringComparison.Ordinal) ? MetricKind.Counter : MetricKind.Gauge;
}

/// <summary>One value of a metric.</summary>
/// <param name="Suffix">The text after the metric's name: "_bucket", "_sum" or "_count" in a histogram, otherwise empty.</param>
/// <param name="Labels">The labels. They have the type that System.Diagnostics.Metrics takes.</param>
/// <param name="Value">The value in the metric's unit.</param>
public readonly record struct Sample(string Suffix, KeyValuePair<string, object?>[] Labels, double Value)
{
    /// <summary>A value of a metric that is not a histogram.</summary>
    /// <param name="value">The value in the metric's unit.</param>
    /// <param name="labels">The labels, in the order in which they are written.</param>
    public Sample(double value, params (string Name, string Value)[] labels) : this("", Pairs(labels), value)
    {
    }

    /// <summary>The same value with more labels, which come first.</summary>
    public Sample With(params (string Name, string Value)[] labels) => this with { Labels = [.. Pairs(labels), .. Labels] };

    private static KeyValuePair<string, object?>[] Pairs((string Name, string Value)[] labels) =>
        Array.ConvertAll(labels, label => new KeyValuePair<string, object?>(label.Name, label.Value));
}
