using Mongoose.Core.Units;
using Mongoose.Runtime.Statistics;
using PropertyAttribute = FsCheck.NUnit.PropertyAttribute;

namespace Mongoose.Tests.Runtime.Statistics;

[TestFixture]
public sealed class PercentilesTests
{
    // Index q (n - 1) = 0.5 x 3 = 1.5, so half-way between 20 and 40; 0.99 x 3 = 2.97, so 40 + 0.97 x 60.
    [TestCase(0, 10)]
    [TestCase(0.5, 30)]
    [TestCase(0.99, 98.2)]
    [TestCase(1, 100)]
    [TestCase(-1, 10)]
    [TestCase(7, 100)]
    public void Of_FourSamples_InterpolatesBetweenTheNearestTwo(double q, double expected) =>
        Assert.That(Percentiles.Of<double>([10, 20, 40, 100], q), Is.EqualTo(expected).Within(1e-9));

    [Test]
    public void Of_OddCount_MedianIsTheMiddleSample() => Assert.That(Percentiles.Of<double>([1, 2, 9], 0.5), Is.EqualTo(2));

    [Test]
    public void Of_OneSample_IsThatSample() => Assert.That(Percentiles.Of<double>([7], 0.99), Is.EqualTo(7));

    [Test]
    public void Of_NoSamples_IsNaN() => Assert.That(Percentiles.Of<double>([], 0.5), Is.NaN);

    [Test]
    public void Spaced_WithFewSamples_IsTheSamples() =>
        Assert.That(Percentiles.Spaced<double>([1, 5, 6], 201), Is.EqualTo(new[] { 1.0, 5, 6 }));

    [Test]
    public void Spaced_WithManySamples_IsEvenlySpacedFromMinimumToMaximum()
    {
        float[] samples = Enumerable.Range(0, 1001).Select(i => (float)i).ToArray();
        Assert.That(Percentiles.Spaced<float>(samples, 5), Is.EqualTo(new[] { 0.0, 250, 500, 750, 1000 }));
    }

    [Test]
    public void Samples_AreSortedWhenAsked_AlsoAfterMoreWereAdded()
    {
        DelaySamples samples = new();
        foreach (double ms in new[] { 40.0, 10, 100 })
            samples.Add(Duration.FromMilliseconds(ms));
        Assert.That(samples.Summarise().P50, Is.EqualTo(40));
        samples.Add(Duration.FromMilliseconds(20));
        Assert.That(samples.Summarise().P50, Is.EqualTo(30));
        Assert.That(samples.Summarise().P99, Is.EqualTo(98.2).Within(1e-5));
        Assert.That(samples.Quantiles(), Is.EqualTo(new[] { 10.0, 20, 40, 100 }));
    }

    [Test]
    public void NoSamples_AreNaNAndEmpty()
    {
        Assert.That(new DelaySamples().Summarise(), Is.EqualTo(DelaySummary.Empty));
        Assert.That(new DelaySamples().Quantiles(), Is.Empty);
    }

    [Property]
    public bool Quantiles_NeverDescend(int[] milliseconds)
    {
        DelaySamples samples = new();
        foreach (int ms in milliseconds)
            samples.Add(Duration.FromMilliseconds(ms));
        double[] quantiles = samples.Quantiles(7);
        return quantiles.SequenceEqual(quantiles.Order()) && quantiles.Length <= 7;
    }
}
