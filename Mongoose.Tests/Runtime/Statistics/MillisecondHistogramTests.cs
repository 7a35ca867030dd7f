using Mongoose.Core.Units;
using Mongoose.Runtime.Statistics;

namespace Mongoose.Tests.Runtime.Statistics;

public sealed class MillisecondHistogramTests
{
    [Test]
    public void Nothing_measured_has_no_quantiles() => Assert.That(new MillisecondHistogram().Quantile(0.95), Is.NaN);

    [Test]
    public void Quantiles_are_those_of_the_nearest_rank()
    {
        MillisecondHistogram delays = new();
        for (int i = 1; i <= 100; i++)
            delays.Add(Duration.FromMilliseconds(i));
        Assert.That(new[] { 0, 0.5, 0.95, 1 }.Select(delays.Quantile), Is.EqualTo(new[] { 1, 50, 95, 100 }));
    }

    [Test]
    public void Delays_beyond_the_range_count_as_its_ends()
    {
        MillisecondHistogram delays = new();
        delays.Add(Duration.FromSeconds(100));
        delays.Add(Duration.FromMilliseconds(-1));
        Assert.That((delays.Quantile(0), delays.Quantile(1)), Is.EqualTo((0.0, 10_000.0)));
    }
}
