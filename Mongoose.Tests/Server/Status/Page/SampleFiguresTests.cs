using System.Text.Json;

namespace Mongoose.Server.Tests.Status.Page;

/// <summary>The figures of the page's tests are such as a simulator gives.</summary>
[Parallelizable(ParallelScope.Self)]
public sealed class SampleFiguresTests
{
    private static readonly SampleFigures Some = new()
    {
        Visitors = 15,
        Limited = 13,
        Harmed = 5,
        Children = 2,
        FirstName = "Ada",
        Regions = ["Welcome", "Plaza"],
        SlowPercent = 40,
    };

    private static IEnumerable<SampleFigures> All =>
    [
        Some,
        Some with { FirstName = null, Shaping = false, HasSimulation = false },
        Some with { WhyUnpaced = "HttpPacing = off", Elsewhere = ["GetMesh"], Unpaced = 2 },
        new() { Visitors = 0, Limited = 0, Regions = [], Events = 0 },
    ];

    [TestCaseSource(nameof(All))]
    public void The_samples_obey_the_published_schema(object sample) => Assert.That(
        DataSchema.Problems(JsonDocument.Parse(((SampleFigures)sample).Json(after: 0, SampleFigures.FirstId)).RootElement), Is.Empty);
}
