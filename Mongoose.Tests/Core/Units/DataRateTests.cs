using Mongoose.Core.Units;

namespace Mongoose.Tests.Core.Units;

public sealed class DataRateTests
{
    [Test]
    public void Every_unit_means_the_same_rate()
    {
        var rate = DataRate.FromBitsPerSecond(1_024_000);
        Assert.Multiple(() =>
        {
            Assert.That(DataRate.FromBytesPerSecond(128_000), Is.EqualTo(rate));
            Assert.That(DataRate.FromKilobitsPerSecond(1024), Is.EqualTo(rate));
            Assert.That(DataRate.FromMegabitsPerSecond(1.024), Is.EqualTo(rate));
            Assert.That(DataRate.FromViewerKilobitsPerSecond(1000), Is.EqualTo(rate), "a viewer's kbit has 1024 bit");
            Assert.That(rate.BytesPerSecond, Is.EqualTo(128_000));
            Assert.That(rate.KilobitsPerSecond, Is.EqualTo(1024));
            Assert.That(rate.MegabitsPerSecond, Is.EqualTo(1.024));
            Assert.That(rate.ViewerKilobitsPerSecond, Is.EqualTo(1000));
        });
    }

    [TestCase(0.4, 0)]
    [TestCase(0.6, 1)]
    [TestCase(-1, 0)]
    [TestCase(double.NegativeInfinity, 0)]
    [TestCase(double.NaN, 0)]
    [TestCase(1e11, 100_000_000_000)]
    [TestCase(1.1e11, 100_000_000_000)]
    [TestCase(double.MaxValue, 100_000_000_000)]
    [TestCase(double.PositiveInfinity, 100_000_000_000)]
    public void Rates_are_rounded_and_clamped(double bits, long expected) =>
        Assert.That(DataRate.FromBitsPerSecond(bits).BitsPerSecond, Is.EqualTo(expected));

    [Test]
    public void Sums_and_products_saturate()
    {
        Assert.That(DataRate.MaxValue + DataRate.MaxValue, Is.EqualTo(DataRate.MaxValue));
        Assert.That(DataRate.MaxValue * 3, Is.EqualTo(DataRate.MaxValue));
        Assert.That(DataRate.MaxValue * -1, Is.EqualTo(DataRate.Zero));
        Assert.That(DataRate.FromBitsPerSecond(3) / DataRate.FromBitsPerSecond(2), Is.EqualTo(1.5));
    }

    [TestCase(1500, 1_500_000, 8_000_000)]
    [TestCase(1, 3, 2_666_666_667, Description = "rounded up, so that everything has been sent by then")]
    [TestCase(0, 5, 0)]
    [TestCase(1, 0, long.MaxValue)]
    [TestCase(long.MaxValue, 1, long.MaxValue)]
    public void TimeToSend_is_rounded_up_and_saturates(long bytes, long bits, long nanoseconds) =>
        Assert.That(DataRate.FromBitsPerSecond(bits).TimeToSend(bytes).Nanoseconds, Is.EqualTo(nanoseconds));

    [TestCase(100_000_000_000, long.MaxValue, long.MaxValue)]
    [TestCase(8, 999_999_999, 0)]
    [TestCase(8, 1_000_000_000, 1)]
    [TestCase(8, -1, 0)]
    [TestCase(0, long.MaxValue, 0)]
    public void BytesIn_is_rounded_down_and_saturates(long bits, long nanoseconds, long bytes) =>
        Assert.That(DataRate.FromBitsPerSecond(bits).BytesIn(new Duration(nanoseconds)), Is.EqualTo(bytes));

    [Test]
    public void BytesIn_the_time_to_send_is_exact_to_the_nanosecond()
    {
        var random = new Random(1);
        for (int i = 0; i < 100_000; i++)
        {
            var rate = DataRate.FromBitsPerSecond(Math.Pow(10, 1 + 8.9 * random.NextDouble())); // at most one byte per ns
            long bytes = 1 + random.NextInt64(1_000_000);
            Duration time = rate.TimeToSend(bytes);
            Assert.That(rate.BytesIn(time), Is.EqualTo(bytes), $"{rate}, {bytes} bytes");
            Assert.That(rate.BytesIn(new Duration(time.Nanoseconds - 1)), Is.LessThan(bytes), $"{rate}, {bytes} bytes");
            Assert.That(rate.TimeToSend(rate.BytesIn(time)), Is.LessThanOrEqualTo(time));
        }
    }

    [Test]
    public void The_mean_rate_over_zero_time_is_zero()
    {
        Assert.That(DataRate.Of(1000, Duration.FromSeconds(1)), Is.EqualTo(DataRate.FromKilobitsPerSecond(8)));
        Assert.That(DataRate.Of(1000, Duration.Zero), Is.EqualTo(DataRate.Zero));
        Assert.That(DataRate.Of(1000, new Duration(-1)), Is.EqualTo(DataRate.Zero));
    }

    [Test]
    public void Rates_are_ordered()
    {
        DataRate small = DataRate.FromBitsPerSecond(1), large = DataRate.FromBitsPerSecond(2);
        Assert.That(small < large && large > small && small <= large && large >= small && small.CompareTo(large) < 0);
        Assert.That(DataRate.Min(small, large), Is.EqualTo(small));
        Assert.That(DataRate.Max(small, large), Is.EqualTo(large));
    }

    [TestCase(750_000, "750 kbit/s")]
    [TestCase(1_500_000, "1.5 Mbit/s")]
    [TestCase(115_500, "115.5 kbit/s")]
    public void Rates_print_in_units_of_1000(long bits, string text) =>
        Assert.That(DataRate.FromBitsPerSecond(bits).ToString(), Is.EqualTo(text));
}
