using System.Text.Json;
using System.Text.RegularExpressions;

namespace Mongoose.TestKit.Status;

/// <summary>The files in config/dashboards/, and their contents.</summary>
internal static partial class DashboardFiles
{
    public static string Dashboard => Path.Combine(Repository.Root(), "config", "dashboards", "mongoose.json");

    public static string Alerts => Path.Combine(Repository.Root(), "config", "dashboards", "alerts.yml");

    /// <summary>The expressions of all panels and variables of the dashboard, with Grafana's variables in them.</summary>
    public static IEnumerable<DashboardExpression> Expressions()
    {
        using JsonDocument file = Read();
        return Panels(file.RootElement).SelectMany(OfPanel).Concat(Variables(file.RootElement).SelectMany(OfVariable)).ToArray();
    }

    /// <summary>The dashboard as JSON.</summary>
    public static JsonDocument Read() => JsonDocument.Parse(File.ReadAllText(Dashboard));

    /// <summary>All panels, also those of collapsed rows.</summary>
    public static IEnumerable<JsonElement> Panels(JsonElement parent) => !parent.TryGetProperty("panels", out JsonElement panels) ? []
        : panels.EnumerateArray().SelectMany(panel => Panels(panel).Prepend(panel));

    public static IEnumerable<JsonElement> Variables(JsonElement dashboard) =>
        dashboard.GetProperty("templating").GetProperty("list").EnumerateArray();

    /// <summary>The metrics that a text names, without the suffixes of a histogram's samples.</summary>
    public static IEnumerable<string> MetricsIn(string text) =>
        MetricName().Matches(text).Select(match => HistogramSuffix().Replace(match.Value, "")).Distinct();

    private static IEnumerable<DashboardExpression> OfPanel(JsonElement panel)
    {
        string title = panel.GetProperty("title").GetString()!;
        return !panel.TryGetProperty("targets", out JsonElement targets) ? []
            : targets.EnumerateArray()
            .Select(target => new DashboardExpression($"{title}, {target.GetProperty("refId")}", target.GetProperty("expr").GetString()!));
    }

    /// <summary>A variable's values, as an expression that has one series for each.</summary>
    private static IEnumerable<DashboardExpression> OfVariable(JsonElement variable)
    {
        if (variable.GetProperty("type").GetString() != "query")
            yield break;
        Match values = LabelValues().Match(variable.GetProperty("query").GetProperty("query").GetString()!);
        yield return new DashboardExpression($"variable {variable.GetProperty("name")}",
            $"count by ({values.Groups[2].Value}) ({values.Groups[1].Value})");
    }

    [GeneratedRegex(@"^label_values\((.+), (\w+)\)$")]
    private static partial Regex LabelValues();

    [GeneratedRegex(@"\bmongoose_[a-z0-9_]+")]
    private static partial Regex MetricName();

    [GeneratedRegex(@"(?<=_seconds)_(bucket|sum|count)$")]
    private static partial Regex HistogramSuffix();
}
