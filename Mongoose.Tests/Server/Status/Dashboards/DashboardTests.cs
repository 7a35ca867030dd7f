using System.Text.Json;
using System.Text.RegularExpressions;
using Mongoose.Core.Status.Metrics;

namespace Mongoose.Server.Tests.Status.Dashboards;

/// <summary>The files in config/dashboards/ agree with the documents.</summary>
public sealed partial class DashboardTests
{
    private static string Dashboards => File.ReadAllText(DashboardFiles.Dashboard) + File.ReadAllText(DashboardFiles.Alerts);

    private static string Document => File.ReadAllText(Path.Combine(Repository.Root(), "docs", "operators", "metrics.md"));

    /// <summary>The metrics that have a row in a table of the document.</summary>
    private static IEnumerable<string> Documented => Row().Matches(Document).Select(match => match.Groups[1].Value);

    private static IEnumerable<string> OldNames => VisitorMetrics.Replaced.Select(name => name.Old);

    [Test]
    public void Dashboard_and_alerts_use_every_documented_metric_and_no_other() =>
        Assert.That(DashboardFiles.MetricsIn(Dashboards), Is.EquivalentTo(Documented));

    [Test]
    public void Each_alert_says_what_to_do()
    {
        string alerts = File.ReadAllText(DashboardFiles.Alerts);
        Assert.That(Runbook().Count(alerts), Is.EqualTo(Alert().Count(alerts)));
    }

    [Test]
    public void Examples_in_the_document_name_documented_metrics() =>
        Assert.That(DashboardFiles.MetricsIn(Document).Except(Documented).Except(OldNames).Where(name => !name.EndsWith('_')), Is.Empty);

    [Test]
    public void The_sample_has_every_documented_metric_with_the_documented_type() =>
        Assert.That(MetricsText.Parse(SampleMetrics.Text(1)).Families.Select(family => $"{family.Name} {family.Type}"),
            Is.EquivalentTo(Row().Matches(Document).Select(match => $"{match.Groups[1].Value} {match.Groups[2].Value}")));

    [Test]
    public void The_sample_has_the_documented_labels() => Assert.Multiple(() =>
    {
        foreach (MetricFamily family in MetricsText.Parse(SampleMetrics.Text(1)).Families)
        {
            string row = Row().Matches(Document).Single(match => match.Groups[1].Value == family.Name).Groups[3].Value;
            Assert.That(family.Samples.SelectMany(sample => sample.Labels.Keys).Distinct().Where(label => label != "le"),
                Is.EquivalentTo(Code().Matches(row).Select(match => match.Groups[1].Value).Concat(CommonLabels(family.Name))), family.Name);
        }
    });

    /// <summary>The labels that the document gives once for all metrics of visitors.</summary>
    private static IEnumerable<string> CommonLabels(string metric) =>
        metric.StartsWith("mongoose_visitor_", StringComparison.Ordinal) ? ["region", "visitor", "circuit", "kind"] : [];

    [Test]
    public void Grafana_finds_its_data_source_its_variables_and_two_rows()
    {
        using JsonDocument file = DashboardFiles.Read();
        JsonElement[] panels = DashboardFiles.Panels(file.RootElement).ToArray();
        Assert.Multiple(() =>
        {
            Assert.That(file.RootElement.GetProperty("schemaVersion").GetInt32(), Is.EqualTo(39));
            Assert.That(DashboardFiles.Variables(file.RootElement).Select(one => one.GetProperty("name").GetString()),
                Is.EqualTo(new[] { "datasource", "instance", "region" }));
            Assert.That(panels.Where(panel => panel.GetProperty("type").GetString() == "row")
                .Select(row => row.GetProperty("title").GetString()),
                Is.SupersetOf(new[] { "Fleet", "Region $region" }));
            Assert.That(panels.Select(panel => panel.GetProperty("id").GetInt32()), Is.Unique);
            Assert.That(Targets(panels).Select(target => target.GetProperty("datasource").GetProperty("uid").GetString()),
                Is.All.EqualTo("${datasource}"));
        });
    }

    [Test]
    public void Panels_do_not_overlap()
    {
        using JsonDocument file = DashboardFiles.Read();
        Assert.That(DashboardFiles.Panels(file.RootElement).SelectMany(Cells), Is.Unique);
    }

    private static IEnumerable<JsonElement> Targets(IEnumerable<JsonElement> panels) =>
        panels.Where(panel => panel.TryGetProperty("targets", out _)).SelectMany(panel => panel.GetProperty("targets").EnumerateArray());

    private static IEnumerable<(int, int)> Cells(JsonElement panel)
    {
        JsonElement place = panel.GetProperty("gridPos");
        return from x in Enumerable.Range(place.GetProperty("x").GetInt32(), place.GetProperty("w").GetInt32())
               from y in Enumerable.Range(place.GetProperty("y").GetInt32(), place.GetProperty("h").GetInt32())
               select (x, y);
    }

    [GeneratedRegex(@"^\| `(mongoose_\w+)` \| (\w+) \|([^|]*)\|", RegexOptions.Multiline)]
    private static partial Regex Row();

    [GeneratedRegex("^ +- alert: ", RegexOptions.Multiline)]
    private static partial Regex Alert();

    [GeneratedRegex("^ +runbook: ", RegexOptions.Multiline)]
    private static partial Regex Runbook();

    [GeneratedRegex("`([^`]+)`")]
    private static partial Regex Code();
}
