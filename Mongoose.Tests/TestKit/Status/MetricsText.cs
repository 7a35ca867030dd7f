using System.Globalization;
using System.Text.RegularExpressions;

namespace Mongoose.TestKit.Status;

/// <summary>
/// A text in Prometheus' format 0.0.4, read strictly: each family has one HELP and one TYPE line before its samples, which stand together,
/// and no series occurs twice.
/// </summary>
internal sealed partial class MetricsText
{
    private readonly Dictionary<string, MetricFamily> _families = new(StringComparer.Ordinal);
    private readonly HashSet<string> _series = new(StringComparer.Ordinal);
    private MetricFamily? _current;

    /// <summary>The families, in the order of the text.</summary>
    public IReadOnlyCollection<MetricFamily> Families => _families.Values;

    /// <summary>All samples, in the order of the text.</summary>
    public IEnumerable<MetricSample> Samples => Families.SelectMany(family => family.Samples);

    /// <exception cref="FormatException">The text breaks a rule; the message has the line's number.</exception>
    public static MetricsText Parse(string text)
    {
        MetricsText parsed = new();
        if (text.Length > 0 && text[^1] != '\n')
            throw new FormatException("the last line has no end");
        foreach ((string line, int number) in text.Split('\n').SkipLast(1).Select((line, index) => (line, index + 1)))
        {
            if (parsed.Fault(line) is { } fault)
                throw new FormatException($"line {number}: {fault}: {line}");
        }
        return parsed;
    }

    /// <summary>The sum of a name's samples that have all of <paramref name="labels"/>; null if there is none.</summary>
    public double? Sum(string name, params (string Name, string Value)[] labels)
    {
        double[] values = Samples.Where(sample => sample.Name == name && labels.All(label => sample.Label(label.Name) == label.Value))
            .Select(sample => sample.Value).ToArray();
        return values.Length == 0 ? null : values.Sum();
    }

    private string? Fault(string line)
    {
        if (Header().Match(line) is { Success: true } header)
            return Begin(header.Groups[1].Value, header.Groups[2].Value, header.Groups[3].Value);
        if (Sample().Match(line) is not { Success: true } match)
            return "neither HELP, TYPE nor a sample";
        return _current is { Type.Length: > 0 } && _current.Has(match.Groups[1].Value)
            ? Add(_current, match)
            : "not below its HELP and TYPE";
    }

    private string? Begin(string kind, string name, string rest)
    {
        if (kind == "HELP")
            return _families.TryAdd(name, _current = new MetricFamily(name, rest)) ? null : "a second HELP";
        if (_current?.Name != name || _current.Type.Length > 0)
            return "a TYPE without its HELP before";
        _current.Type = rest;
        return rest is "counter" or "gauge" or "histogram" ? null : "unknown type";
    }

    private string? Add(MetricFamily family, Match match)
    {
        if (!double.TryParse(match.Groups[3].Value.Replace("Inf", "Infinity", StringComparison.Ordinal), NumberStyles.Float,
            CultureInfo.InvariantCulture, out double value))
            return "not a number";
        Dictionary<string, string> labels = new(StringComparer.Ordinal);
        foreach (Match label in Label().Matches(match.Groups[2].Value))
        {
            if (!labels.TryAdd(label.Groups[1].Value, Unescape(label.Groups[2].Value)))
                return "a label twice";
        }
        family.Add(new MetricSample(match.Groups[1].Value, labels, value));
        return _series.Add(family.Samples[^1].Series) ? null : "a series twice";
    }

    private static string Unescape(string text) => Escape().Replace(text, match => match.Value == @"\n" ? "\n" : match.Value[1..]);

    [GeneratedRegex(@"^# (HELP|TYPE) ([a-zA-Z_:][\w:]*) (\S[^\r]*)$")]
    private static partial Regex Header();

    [GeneratedRegex("""^([a-zA-Z_:][\w:]*)(?:\{((?:[a-zA-Z_]\w*="(?:[^"\\\r]|\\[\\"n])*",?)*)\})? (\S+)$""")]
    private static partial Regex Sample();

    [GeneratedRegex("""([a-zA-Z_]\w*)="((?:[^"\\]|\\[\\"n])*)",?""")]
    private static partial Regex Label();

    [GeneratedRegex("""\\[\\"n]""")]
    private static partial Regex Escape();
}
