namespace Mongoose.TestKit.Status;

/// <summary>One line of a metrics text.</summary>
/// <param name="Name">With the suffix, if it is a histogram's.</param>
/// <param name="Labels">Names and values, without escapes.</param>
/// <param name="Value">Counters and gauges in their base unit.</param>
internal sealed record MetricSample(string Name, IReadOnlyDictionary<string, string> Labels, double Value)
{
    /// <summary>Name and labels; no two samples of a text have the same.</summary>
    public string Series =>
        Name + "{"
        + string.Join(',', Labels.OrderBy(pair => pair.Key, StringComparer.Ordinal).Select(pair => $"{pair.Key}={pair.Value}"))
        + "}";

    /// <summary>The value of a label; empty if the sample does not have it, as in PromQL.</summary>
    public string Label(string name) => Labels.GetValueOrDefault(name, "");
}
