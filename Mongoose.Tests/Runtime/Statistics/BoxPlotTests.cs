using Mongoose.Runtime.Statistics;
using PropertyAttribute = FsCheck.NUnit.PropertyAttribute;

namespace Mongoose.Tests.Runtime.Statistics;

public sealed class BoxPlotTests
{
    [Test]
    public void Whiskers_end_at_the_last_samples_within_their_reach_and_the_rest_are_outliers()
    {
        // Quartiles of 1..9 and 30 (type 7): 3.25, 5.5, 7.75; fences 3.25 - 6.75 and 7.75 + 6.75.
        BoxPlot box = BoxPlot.From([1, 2, 3, 4, 5, 6, 7, 8, 9, 30]);
        Assert.That((box.Lower, box.Median, box.Upper), Is.EqualTo((3.25, 5.5, 7.75)));
        Assert.That((box.WhiskerLow, box.WhiskerHigh), Is.EqualTo((1.0, 9.0)));
        Assert.That(box.Outliers, Is.EqualTo(new[] { 30.0 }));
    }

    [Test]
    public void One_sample_is_a_line()
    {
        BoxPlot box = BoxPlot.From([4]);
        Assert.That(new[] { box.WhiskerLow, box.Lower, box.Median, box.Upper, box.WhiskerHigh }, Is.All.EqualTo(4));
        Assert.That(box.Outliers, Is.Empty);
    }

    [Test]
    public void No_samples_are_refused() => Assert.That(() => BoxPlot.From([]), Throws.ArgumentException);

    [Property]
    public bool Its_parts_are_in_order_and_no_sample_is_lost(int[] samples)
    {
        double[] sorted = samples.Append(0).Order().Select(sample => (double)sample).ToArray();
        BoxPlot box = BoxPlot.From(sorted);
        double[] parts = [box.WhiskerLow, box.Lower, box.Median, box.Upper, box.WhiskerHigh];
        return parts.SequenceEqual(parts.Order())
            && box.Outliers.Length == sorted.Count(sample => sample < box.WhiskerLow || sample > box.WhiskerHigh);
    }
}
