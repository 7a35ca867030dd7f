using System.Text.Json;
using System.Text.RegularExpressions;

namespace Mongoose.TestKit.Status;

/// <summary>Evaluates everything in config/dashboards/ on a real Prometheus that scrapes a target.</summary>
internal static class DashboardExpressions
{
    /// <summary>
    /// The problems of the expressions of dashboard and alerts: an error, or no series although the target has all metrics that the
    /// expression names. An alert's comparison is left out, because a healthy grid gives no series. Each expression of a panel is evaluated
    /// for all regions and for each alone.
    /// </summary>
    /// <param name="target">The full address of the metrics.</param>
    /// <param name="password">The password of the target; null for none.</param>
    /// <param name="deadline">When to give up.</param>
    public static async Task<IReadOnlyList<string>> Problems(Uri target, string? password, CancellationToken deadline)
    {
        using PrometheusProcess prometheus = await PrometheusProcess.StartOrSkip(target, password, deadline);
        return await Problems(prometheus, deadline);
    }

    /// <inheritdoc cref="Problems(Uri, string?, CancellationToken)"/>
    public static async Task<IReadOnlyList<string>> Problems(PrometheusProcess prometheus, CancellationToken deadline)
    {
        string[] present = (await prometheus.Query("""count by (__name__) ({__name__=~"mongoose_.+"})""", deadline))
            .SelectMany(sample => DashboardFiles.MetricsIn(sample.Name)).Distinct().ToArray();
        List<string> problems = [.. present.Length == 0 ? ["the target has no metrics of Mongoose"] : Array.Empty<string>()];
        foreach (DashboardExpression expression in (await All(prometheus, deadline)).Where(one => !one.IsOfAbsence))
        {
            bool hasAll = DashboardFiles.MetricsIn(expression.Text).All(present.Contains);
            if (await Problem(prometheus, expression, hasAll, deadline) is { } problem)
                problems.Add(problem);
        }
        return problems;
    }

    /// <summary>The alerts that Prometheus has read, with their comparisons.</summary>
    /// <exception cref="IOException">It reports a rule that it cannot evaluate.</exception>
    public static async Task<IReadOnlyList<DashboardExpression>> Alerts(PrometheusProcess prometheus, CancellationToken deadline)
    {
        JsonElement groups = (await prometheus.Get("api/v1/rules", deadline)).GetProperty("groups");
        JsonElement[] rules = groups.EnumerateArray().SelectMany(group => group.GetProperty("rules").EnumerateArray()).ToArray();
        if (rules.Where(rule => rule.GetProperty("health").GetString() == "err").ToArray() is { Length: > 0 } bad)
            throw new IOException(string.Join('\n', bad));
        return rules.Select(rule =>
            new DashboardExpression($"alert {rule.GetProperty("name")}", rule.GetProperty("query").GetString()!)).ToArray();
    }

    /// <summary>The problem of one expression; null if it has none.</summary>
    /// <param name="prometheus">Where to evaluate it.</param>
    /// <param name="expression">Without Grafana's variables.</param>
    /// <param name="hasAll">Whether the target has all metrics that it names, so that it must have series.</param>
    /// <param name="deadline">When to give up.</param>
    public static async Task<string?> Problem(PrometheusProcess prometheus, DashboardExpression expression, bool hasAll,
        CancellationToken deadline)
    {
        try
        {
            return (await prometheus.Query(expression.Text, deadline)).Count == 0 && hasAll
                ? $"{expression.Place}: no series: {expression.Text}"
                : null;
        }
        catch (IOException exception)
        {
            return $"{expression.Place}: {exception.Message}: {expression.Text}";
        }
    }

    private static async Task<IEnumerable<DashboardExpression>> All(PrometheusProcess prometheus, CancellationToken deadline)
    {
        IReadOnlyList<MetricSample> regions = await prometheus.Query("count by (region) (mongoose_shaping)", deadline);
        IEnumerable<string> patterns =
            regions.Select(region => Regex.Escape(region.Label("region")).Replace(@"\ ", " ", StringComparison.Ordinal)).Prepend(".*");
        return DashboardFiles.Expressions().SelectMany(one => patterns.Select(region => one.Substituted(region)))
            .Where(one => !IsOfVisitors(one) || one.Text.Contains(".*\",region=~\".*\"", StringComparison.Ordinal))
            .Concat((await Alerts(prometheus, deadline)).Select(alert => alert.WithoutComparison())).Distinct();
    }

    /// <summary>A region may have no visitors.</summary>
    private static bool IsOfVisitors(DashboardExpression expression) =>
        expression.Text.Contains("mongoose_visitor_", StringComparison.Ordinal);
}
