using Mongoose.Runtime.Statistics;
using PropertyAttribute = FsCheck.NUnit.PropertyAttribute;

namespace Mongoose.Tests.Runtime.Statistics;

public sealed class FairnessTests
{
    [TestCase(1, new double[] { 3, 3, 3 })]
    [TestCase(0.25, new double[] { 8, 0, 0, 0 })]
    // 6² / (3 x 14)
    [TestCase(36.0 / 42, new double[] { 1, 2, 3 })]
    [TestCase(double.NaN, new double[] { 0, 0 })]
    [TestCase(double.NaN, new double[] { })]
    public void Jains_index(double expected, double[] rates) => Assert.That(Fairness.JainsIndex(rates), Is.EqualTo(expected).Within(1e-15));

    [Property]
    public bool Jains_index_is_between_one_over_n_and_one_in_whatever_unit(uint[] rates, FsCheck.PositiveInt unit)
    {
        double[] some = rates.Select(rate => (double)rate).Append(1).ToArray();
        double index = Fairness.JainsIndex(some);
        double other = Fairness.JainsIndex(some.Select(rate => rate * unit.Get).ToArray());
        return index >= 1.0 / some.Length - 1e-12 && index <= 1 + 1e-12 && Math.Abs(index - other) < 1e-9;
    }

    [Test]
    public void The_ratio_to_the_fair_share_uses_the_mean_of_all()
    {
        double[] all = [300, 600, 900];
        Assert.That(Fairness.RatioToFairShare(900, all), Is.EqualTo(1.5));
        Assert.That(Fairness.RatioToFairShare(0, [0, 0]), Is.NaN);
    }

    [Test]
    public void The_share_ratio_uses_the_groups_means_whatever_their_sizes()
    {
        Assert.That(Fairness.ShareRatio([600, 900], [500]), Is.EqualTo(1.5));
        Assert.That(Fairness.ShareRatio([1], []), Is.NaN);
    }
}
