using Mongoose.Core.Units;

namespace Mongoose.Tests.Core.Units;

public sealed class TimeTests
{
    private static readonly Duration Shortest = new(long.MinValue);

    [Test]
    public void Every_unit_means_the_same_time()
    {
        var time = new Duration(1_500_000_000);
        Assert.Multiple(() =>
        {
            Assert.That(Duration.FromSeconds(1.5), Is.EqualTo(time));
            Assert.That(Duration.FromMilliseconds(1500), Is.EqualTo(time));
            Assert.That(Duration.FromMicroseconds(1_500_000), Is.EqualTo(time));
            Assert.That((time.Seconds, time.Milliseconds, time.Microseconds), Is.EqualTo((1.5, 1500.0, 1_500_000.0)));
            Assert.That(Instant.FromSeconds(1.5), Is.EqualTo(Instant.Zero + time));
            Assert.That(Instant.FromMilliseconds(1500), Is.EqualTo(Instant.Zero + time));
        });
    }

    [TestCase(double.NaN, 0)]
    [TestCase(double.PositiveInfinity, long.MaxValue)]
    [TestCase(double.NegativeInfinity, long.MinValue)]
    [TestCase(1e300, long.MaxValue)]
    [TestCase(0.6e-9, 1)]
    [TestCase(-0.6e-9, -1)]
    public void Seconds_are_rounded_to_nanoseconds_and_saturate(double seconds, long nanoseconds)
    {
        Assert.That(Duration.FromSeconds(seconds).Nanoseconds, Is.EqualTo(nanoseconds));
        Assert.That(Instant.FromSeconds(seconds).Nanoseconds, Is.EqualTo(nanoseconds));
    }

    [Test]
    public void Arithmetic_saturates_at_the_ends_of_the_range()
    {
        Assert.Multiple(() =>
        {
            Assert.That(Duration.MaxValue + new Duration(1), Is.EqualTo(Duration.MaxValue));
            Assert.That(Shortest + new Duration(-1), Is.EqualTo(Shortest));
            Assert.That(Shortest - new Duration(1), Is.EqualTo(Shortest));
            Assert.That(Duration.Zero - Shortest, Is.EqualTo(Duration.MaxValue));
            Assert.That(Instant.Never + new Duration(1), Is.EqualTo(Instant.Never));
            Assert.That(Instant.Never - new Instant(-1), Is.EqualTo(Duration.MaxValue));
            Assert.That(new Instant(long.MinValue) - Instant.Never, Is.EqualTo(Shortest));
            Assert.That(Duration.MaxValue * 2, Is.EqualTo(Duration.MaxValue));
            Assert.That(Duration.MaxValue / 0.5, Is.EqualTo(Duration.MaxValue));
        });
    }

    [Test]
    public void Within_the_range_arithmetic_is_exact()
    {
        var random = new Random(2);
        for (int i = 0; i < 100_000; i++)
        {
            long a = random.NextInt64(long.MinValue, long.MaxValue), b = random.NextInt64(long.MinValue, long.MaxValue);
            Int128 sum = (Int128)a + b, difference = (Int128)a - b;
            Assert.That((new Duration(a) + new Duration(b)).Nanoseconds, Is.EqualTo(Saturated(sum)));
            Assert.That((new Instant(a) - new Instant(b)).Nanoseconds, Is.EqualTo(Saturated(difference)));
        }
    }

    [TestCase(-3, 3), TestCase(3, 3), TestCase(long.MinValue, long.MaxValue)]
    public void A_duration_without_its_sign_saturates(long nanoseconds, long expected) =>
        Assert.That(new Duration(nanoseconds).Absolute.Nanoseconds, Is.EqualTo(expected));

    [Test]
    public void Times_are_ordered()
    {
        Duration a = new(1), b = new(2);
        Instant s = new(1), t = new(2);
        Assert.That(a < b && b > a && a <= b && b >= a && a.CompareTo(b) < 0);
        Assert.That(s < t && t > s && s <= t && t >= s && s.CompareTo(t) < 0 && t < Instant.Never);
        Assert.That((Duration.Min(a, b), Duration.Max(a, b), Duration.Clamp(new Duration(5), a, b)), Is.EqualTo((a, b, b)));
        Assert.That((Instant.Min(s, t), Instant.Max(s, t)), Is.EqualTo((s, t)));
    }

    [Test]
    public void Times_print_in_seconds_or_milliseconds()
    {
        Assert.That(Duration.FromSeconds(1.5).ToString(), Is.EqualTo("1.5 s"));
        Assert.That(Duration.FromMicroseconds(2500).ToString(), Is.EqualTo("2.5 ms"));
        Assert.That(Instant.Never.ToString(), Is.EqualTo("never"));
        Assert.That(Instant.FromMilliseconds(1.5).ToString(), Is.EqualTo("0.001500 s"));
    }

    private static long Saturated(Int128 value) => (long)Int128.Clamp(value, long.MinValue, long.MaxValue);
}
