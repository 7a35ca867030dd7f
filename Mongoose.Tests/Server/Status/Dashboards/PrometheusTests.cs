using System.Text.RegularExpressions;

namespace Mongoose.Server.Tests.Status.Dashboards;

/// <summary>
/// The files in config/dashboards/ and the examples in documents, on a real Prometheus that scrapes a server of the test.
/// </summary>
[Category("Prometheus")]
[Parallelizable(ParallelScope.Self)]
public sealed partial class PrometheusTests
{
    private const int Deadline = 120_000;

    private static string Operators => File.ReadAllText(Path.Combine(Repository.Root(), "docs", "operators", "seeing.md"));

    [Test, CancelAfter(Deadline)]
    public async Task Every_expression_of_dashboard_and_alerts_has_series(CancellationToken deadline)
    {
        using FakeTarget target = new("it's a \"password\"");
        Assert.That(await DashboardExpressions.Problems(target.Address, "it's a \"password\"", deadline), Is.Empty);
    }

    [Test, CancelAfter(Deadline)]
    public async Task A_wrong_label_or_expression_is_found(CancellationToken deadline)
    {
        using FakeTarget target = new();
        using PrometheusProcess prometheus = await PrometheusProcess.StartOrSkip(target.Address, null, deadline);
        Assert.That(await ProblemOf("""mongoose_circuits{kind="rot"}"""), Does.StartWith("panel: no series: "));
        Assert.That(await ProblemOf("sum(mongoose_circuits", hasAll: false), Does.Contain("parse error"));
        Assert.That(await ProblemOf("mongoose_shaping"), Is.Null);

        Task<string?> ProblemOf(string text, bool hasAll = true) =>
            DashboardExpressions.Problem(prometheus, new DashboardExpression("panel", text), hasAll, deadline);
    }

    [Test, CancelAfter(Deadline)]
    public async Task Names_of_regions_and_visitors_arrive_unchanged(CancellationToken deadline)
    {
        using FakeTarget target = new();
        using PrometheusProcess prometheus = await PrometheusProcess.StartOrSkip(target.Address, null, deadline, scrapes: 1);
        Assert.That((await prometheus.Query("mongoose_shaping", deadline)).Select(sample => sample.Label("region")),
            Does.Contain("Ruth\"s \\ Garten Ü"));
        Assert.That((await prometheus.Query("mongoose_visitor_limited", deadline)).Select(sample => sample.Label("visitor")),
            Does.Contain("<img src=x onerror=alert(1)>\"\\ @grid:8002"));
    }

    [Test, CancelAfter(Deadline)]
    public async Task A_target_that_refuses_is_named_in_the_error(CancellationToken deadline)
    {
        HostProgram.SkipWithout("prometheus");
        using FakeTarget target = new("secret");
        Assert.That(async () => await PrometheusProcess.Start(target.Address, "wrong", deadline),
            Throws.InstanceOf<IOException>().With.Message.Contains("401"));
    }

    [Test, CancelAfter(Deadline)]
    public async Task Promtool_finds_nothing_wrong_with_the_sample(CancellationToken deadline) =>
        Assert.That(await Promtool.RunOrSkip(SampleMetrics.Text(1), deadline, "check", "metrics"), Is.EqualTo((0, "")));

    [Test, CancelAfter(Deadline)]
    public async Task Promtool_finds_nothing_wrong_with_the_alerts(CancellationToken deadline) =>
        await Passes(deadline, "check", "rules", DashboardFiles.Alerts);

    [Test, CancelAfter(Deadline)]
    public async Task Each_alert_fires_when_it_should_and_a_healthy_region_causes_none(CancellationToken deadline) =>
        await Passes(deadline, "test", "rules",
            Path.Combine(Repository.Root(), "Mongoose.Tests", "Server", "Status", "Dashboards", "alerts.test.yml"));

    [Test, CancelAfter(Deadline)]
    public async Task The_configuration_for_Prometheus_in_the_document_is_valid(CancellationToken deadline)
    {
        using TemporaryDirectory folder = new();
        string config = Path.Combine(folder.Path, "prometheus.yml");
        File.Copy(DashboardFiles.Alerts, Path.Combine(folder.Path, "alerts.yml"));
        File.WriteAllText(config, Yaml().Match(Operators).Groups[1].Value);
        await Passes(deadline, "check", "config", config);
    }

    [Test, CancelAfter(Deadline)]
    public async Task Every_example_in_the_document_of_metrics_has_series(CancellationToken deadline)
    {
        using FakeTarget target = new();
        using PrometheusProcess prometheus = await PrometheusProcess.StartOrSkip(target.Address, null, deadline);
        string[] examples = PromQl().Matches(File.ReadAllText(Path.Combine(Repository.Root(), "docs", "operators", "metrics.md")))
            .SelectMany(match => match.Groups[1].Value.Replace("\n  ", " ").Split('\n', StringSplitOptions.RemoveEmptyEntries))
            .Where(line => !line.StartsWith('#')).ToArray();
        Assert.That(examples, Is.Not.Empty);
        foreach (string example in examples)
            Assert.That(await prometheus.Query(example, deadline), Is.Not.Empty, example);
    }

    private static async Task Passes(CancellationToken deadline, params string[] arguments)
    {
        (int code, string output) = await Promtool.RunOrSkip("", deadline, arguments);
        Assert.That(code, Is.Zero, output);
    }

    [GeneratedRegex("^```yaml\n(.*?)^```", RegexOptions.Multiline | RegexOptions.Singleline)]
    private static partial Regex Yaml();

    [GeneratedRegex("^```promql\n(.*?)^```", RegexOptions.Multiline | RegexOptions.Singleline)]
    private static partial Regex PromQl();
}
