using Mongoose.Testbed.Reports;
using Mongoose.Testbed.Results;

namespace Mongoose.Tests.Testbed.Results;

internal sealed class BandResultTests
{
    [TestCase(1.0, 2.0, 1.0, BandVerdict.Pass, 0.0, "")]
    [TestCase(1.0, 2.0, 2.0, BandVerdict.Pass, 0.0, "")]
    [TestCase(1.0, 2.0, 0.75, BandVerdict.Fail, -0.25, "0.25 (25 %) below the minimum")]
    [TestCase(1.0, 2.0, 2.5, BandVerdict.Fail, 0.5, "0.5 (25 %) above the maximum")]
    [TestCase(null, 1.0, 1.0000000000000009, BandVerdict.Pass, 0.0, "")]
    [TestCase(null, 0.0, 3.0, BandVerdict.Fail, 3.0, "3 above the maximum")]
    [TestCase(1.0, null, 1e9, BandVerdict.Pass, 0.0, "")]
    [TestCase(1.0, 2.0, double.NaN, BandVerdict.NotMeasured, double.NaN, "")]
    public void Bounds_are_inclusive(double? min, double? max, double value, BandVerdict verdict, double by, string miss)
    {
        BandResult band = BandResult.Judge("a.b", min, max, value);
        Assert.That((band.Verdict, band.By), Is.EqualTo((verdict, by)));
        Assert.That(BandTable.Miss(band), Is.EqualTo(miss));
    }
}
