using Mongoose.Runtime.Statistics;
using PropertyAttribute = FsCheck.NUnit.PropertyAttribute;

namespace Mongoose.Tests.Runtime.Statistics;

public sealed class MomentsTests
{
    // Mean 5; squared differences 9, 1, 1, 1, 0, 0, 4, 16, their sum 32, divided by 8 - 1.
    private static readonly double[] Textbook = [2, 4, 4, 4, 5, 5, 7, 9];

    [Test]
    public void Mean_and_standard_deviation_of_the_textbook_example()
    {
        Assert.That(Moments.Mean(Textbook), Is.EqualTo(5));
        Assert.That(Moments.StandardDeviation(Textbook), Is.EqualTo(Math.Sqrt(32.0 / 7)).Within(1e-12));
        Assert.That(Moments.CoefficientOfVariation(Textbook), Is.EqualTo(Math.Sqrt(32.0 / 7) / 5).Within(1e-12));
    }

    [Test]
    public void Too_few_samples_are_not_a_number()
    {
        Assert.That(Moments.Mean([]), Is.NaN);
        Assert.That(Moments.StandardDeviation([7]), Is.NaN);
        Assert.That(Moments.CoefficientOfVariation([0, 0]), Is.NaN);
    }

    [Test]
    public void A_large_offset_does_not_reduce_the_deviations_precision() =>
        Assert.That(Moments.StandardDeviation([1e9 + 4, 1e9 + 7, 1e9 + 13, 1e9 + 16]), Is.EqualTo(Math.Sqrt(30)).Within(1e-9));

    [Property]
    public bool Deviation_is_the_same_after_a_shift(short[] samples, short shift)
    {
        double[] some = samples.Select(sample => (double)sample).Append(0).Append(1).ToArray();
        double[] shifted = some.Select(sample => sample + shift).ToArray();
        double before = Moments.StandardDeviation(some), after = Moments.StandardDeviation(shifted);
        return Math.Abs(before - after) <= 1e-6 * (1 + before);
    }
}
