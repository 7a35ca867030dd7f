using System.Text.RegularExpressions;
using Mongoose.Core.Status.Findings;
using Mongoose.Core.Status.Http;
using Mongoose.Core.Status.Metrics;
using Mongoose.Server.Configuration;
using Mongoose.Server.Status.Health;
using Mongoose.Server.Status.Metrics;

namespace Mongoose.Server.Tests.Status.Metrics;

/// <summary>docs/operators/metrics.md lists what the module gives.</summary>
public sealed partial class MetricsDocumentTests
{
    [Test]
    public void The_document_has_a_row_for_each_metric_with_its_type()
    {
        IEnumerable<Metric> all =
        [
            .. ProcessMetrics.Of(MongooseSettings.Read([], _ => null, _ => { })),
            new RefusedRequests().Metric,
            new SamplingTime().Metric,
            HarmMetric.Of(() => Diagnosis.Empty),
            .. new HealthMetrics(() => HealthSample.None).All,
            .. new RegionMetrics(() => []).All,
            .. new VisitorMetrics([], withNames: false).All.Where(metric => !VisitorMetrics.Replaced.Any(name => name.Old == metric.Name)),
        ];
        string document = File.ReadAllText(Path.Combine(Repository.Root(), "docs", "operators", "metrics.md"));
        Assert.That(all.Select(metric => $"{metric.Name} {metric.Kind.ToString().ToLowerInvariant()}"),
            Is.EquivalentTo(Row().Matches(document).Select(match => $"{match.Groups[1].Value} {match.Groups[2].Value}")));
    }

    [Test]
    public void The_document_has_a_row_for_each_old_name_with_the_name_that_replaces_it()
    {
        string document = File.ReadAllText(Path.Combine(Repository.Root(), "docs", "operators", "metrics.md"));
        Assert.That(VisitorMetrics.Replaced,
            Is.EquivalentTo(Replaced().Matches(document).Select(match => (match.Groups[1].Value, match.Groups[2].Value))));
    }

    [GeneratedRegex(@"^\| `(mongoose_\w+)` \| `(mongoose_\w+)` \|", RegexOptions.Multiline)]
    private static partial Regex Replaced();

    [GeneratedRegex(@"^\| `(mongoose_\w+)` \| (\w+) \|", RegexOptions.Multiline)]
    private static partial Regex Row();
}
