using System.Globalization;
using System.Text;

namespace Mongoose.Core.Status.Metrics;

/// <summary>
/// Writes metrics in Prometheus' text format 0.0.4: lines end in a line feed on every system, and there is no byte order mark.
/// </summary>
public static class PrometheusText
{
    /// <summary>The type of the text in HTTP.</summary>
    public const string ContentType = "text/plain; version=0.0.4; charset=utf-8";

    /// <summary>Reads the metrics and writes them, in UTF-8.</summary>
    public static byte[] Write(IEnumerable<Metric> metrics)
    {
        StringBuilder text = new();
        foreach (Metric metric in metrics)
            Append(text, metric);
        return Encoding.UTF8.GetBytes(text.ToString());
    }

    private static void Append(StringBuilder text, Metric metric)
    {
        text.Append("# HELP ").Append(metric.Name).Append(' ').Append(Escaped(metric.Help)).Append('\n');
        text.Append("# TYPE ").Append(metric.Name).Append(' ').Append(metric.Kind.ToString().ToLowerInvariant()).Append('\n');
        foreach (Sample sample in metric.Read())
        {
            text.Append(metric.Name).Append(sample.Suffix);
            AppendLabels(text, sample.Labels);
            text.Append(' ').Append(sample.Value.ToString(CultureInfo.InvariantCulture)).Append('\n');
        }
    }

    private static void AppendLabels(StringBuilder text, KeyValuePair<string, object?>[] labels)
    {
        char before = '{';
        foreach ((string name, object? value) in labels)
        {
            text.Append(before).Append(name).Append("=\"").Append(Escaped((string)value!).Replace("\"", "\\\"")).Append('"');
            before = ',';
        }
        if (labels.Length > 0)
            text.Append('}');
    }

    private static string Escaped(string value) => value.Replace("\\", "\\\\").Replace("\n", "\\n");
}
