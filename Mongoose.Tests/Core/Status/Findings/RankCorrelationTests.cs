using Mongoose.Core.Status.Findings;

namespace Mongoose.Tests.Core.Status.Findings;

[Parallelizable(ParallelScope.Self)]
public sealed class RankCorrelationTests
{
    [TestCase(new[] { 1.0, 2, 3, 4 }, new[] { 10.0, 20, 30, 1000 }, 1)]
    [TestCase(new[] { 1.0, 2, 3, 4 }, new[] { 8.0, 6, 4, -90 }, -1)]
    [TestCase(new[] { 1.0, 2, 3, 4 }, new[] { 5.0, 5, 5, 5 }, 0)]
    [TestCase(new[] { 1.0, 2, 3 }, new[] { 1.0, 3, 2 }, 0.5)]
    [TestCase(new[] { 1.0, 1, 2 }, new[] { 3.0, 3, 4 }, 1)]
    public void Only_the_order_counts(double[] a, double[] b, double expected) =>
        Assert.That(RankCorrelation.Of(a, b), Is.EqualTo(expected).Within(1e-12));

    [Test]
    public void Without_values_there_is_no_correlation() => Assert.That(RankCorrelation.Of([], []), Is.Zero);
}
