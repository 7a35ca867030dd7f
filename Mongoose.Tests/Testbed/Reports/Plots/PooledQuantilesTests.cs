using Mongoose.Testbed.Reports.Plots;
using Mongoose.Testbed.Results.Series;

namespace Mongoose.Tests.Testbed.Reports.Plots;

public sealed class PooledQuantilesTests
{
    [Test]
    public void One_run_keeps_its_quantiles() => Assert.That(PooledQuantiles.Distribution([SampleSeries.From("a", "ms", [1, 3, 9])]),
        Is.EqualTo(new[] { (1, 0), (3, 0.5), (9.0, 1.0) }));

    [Test]
    public void A_run_is_weighted_by_its_samples_and_not_by_its_quantiles()
    {
        SampleSeries many = new() { Name = "a", Count = 900, Quantiles = [1, 2, 3] },
            few = new() { Name = "a", Count = 3, Quantiles = [10, 11, 12] };
        (double Value, double Share)[] pooled = PooledQuantiles.Distribution([few, many]);
        Assert.That(pooled.Single(item => item.Value == 10).Share, Is.EqualTo(900.0 / 902).Within(1e-12));
        Assert.That(pooled[^1], Is.EqualTo((12.0, 1.0)));
        double[] samples = PooledQuantiles.Samples([few, many]);
        Assert.That((samples[0], samples[^1]), Is.EqualTo((1.0, 12.0)));
        Assert.That(samples.Take(5), Has.All.AtMost(3), "the run with nearly all samples");
    }

    [Test]
    public void Without_samples_the_distribution_is_empty() =>
        Assert.That(PooledQuantiles.Distribution([SampleSeries.From("a", "ms", [])]), Is.Empty);
}
