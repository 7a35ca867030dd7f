using Mongoose.Core.Channels;
using Mongoose.Core.Units;

namespace Mongoose.Tests.Core.Channels;

public sealed class ViewerSplitTests
{
    // In the viewer's kbit, in wire order: Resend, Land, Wind, Cloud, Task, Texture, Asset.
    [TestCase(50, 5, 10, 3, 3, 10, 10, 9)]
    [TestCase(100, 10, 16, 4.2, 4.2, 25.2, 25.2, 15.2)]
    [TestCase(200, 20, 28, 6.6, 6.6, 55.6, 55.6, 27.6)]
    [TestCase(300, 30, 40, 9, 9, 86, 86, 40)]
    [TestCase(400, 40, 55, 11.5, 11.5, 111, 111, 60)]
    [TestCase(500, 50, 70, 14, 14, 136, 136, 80)]
    [TestCase(750, 75, 85, 17, 17, 223, 223, 110)]
    [TestCase(1000, 100, 100, 20, 20, 310, 310, 140)]
    [TestCase(1500, 150, 130, 26, 26, 484, 484, 200)]
    [TestCase(3000, 300, 220, 44, 44, 1006, 1006, 380)]
    [TestCase(4500, 450, 310, 62, 62, 1528, 1528, 560)]
    [TestCase(6000, 600, 400, 80, 80, 2050, 2050, 740)]
    public void A_total_is_split_as_in_viewers(double total, params double[] expected)
    {
        ChannelRates split = ViewerSplit.Of(DataRate.FromViewerKilobitsPerSecond(total));
        for (int i = 0; i < ChannelRates.Count; i++)
        {
            double bits = expected[i] * 1024;
            Assert.That(split[i].BitsPerSecond, Is.EqualTo(bits).Within(0.5 + 1e-6 * bits), $"{(Channel)i}");
        }
    }

    [Test]
    public void The_channels_sum_to_the_total()
    {
        for (long bits = 51_200; bits <= 6000 * 1024; bits += 997)
        {
            var total = DataRate.FromBitsPerSecond(bits);
            Assert.That(ViewerSplit.Of(total).Total.BitsPerSecond, Is.EqualTo(bits).Within(4), $"{total}");
        }
    }

    [TestCase(0, 6000, 50)]
    [TestCase(49.9, 6000, 50)]
    [TestCase(7000, 6000, 6000)]
    [TestCase(100_000, 6000, 6000)]
    [TestCase(2000, 1500, 1500)]
    [TestCase(2000, 32_768, 2000)]
    [TestCase(2000, 10, 50, Description = "the minimum takes precedence over a smaller maximum")]
    public void A_total_out_of_range_is_clamped(double total, double maximum, double expected) =>
        Assert.That(ViewerSplit.Of(DataRate.FromViewerKilobitsPerSecond(total), maximum).Equals(
            ViewerSplit.Of(DataRate.FromViewerKilobitsPerSecond(expected), 40_000)));

    [Test]
    public void A_higher_total_never_lowers_a_channel()
    {
        ChannelRates last = default;
        for (int kilobits = 50; kilobits <= 6000; kilobits++)
        {
            ChannelRates split = ViewerSplit.Of(DataRate.FromViewerKilobitsPerSecond(kilobits));
            for (int i = 0; i < ChannelRates.Count; i++)
                Assert.That(split[i], Is.GreaterThanOrEqualTo(last[i]), $"{(Channel)i} at {kilobits}");
            last = split;
        }
    }
}
