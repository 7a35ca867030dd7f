using Mongoose.Core.Sending;
using Mongoose.Core.Units;

namespace Mongoose.Tests.Core.Sending;

public sealed class DelayHistogramTests
{
    [Test]
    public void An_empty_histogram_has_quantiles_of_zero() => Assert.That(new DelayHistogram().Quantile(0.5), Is.EqualTo(Duration.Zero));

    [Test]
    public void A_quantile_is_an_upper_bound_of_the_delay_within_an_eighth(
        [Values(9, 15, 16, 100, 127, 128, 1000, 8191, 123_456, 3_000_000, 3_600_000_000)] double microseconds)
    {
        DelayHistogram histogram = new();
        histogram.Add(Duration.FromMicroseconds(microseconds));
        Assert.That(histogram.Quantile(0.5).Microseconds, Is.GreaterThan(microseconds).And.LessThanOrEqualTo(microseconds * 1.125 + 1));
    }

    [Test]
    public void Below_eight_microseconds_it_is_exact([Range(0, 7)] int microseconds)
    {
        DelayHistogram histogram = new();
        histogram.Add(Duration.FromMicroseconds(microseconds));
        Assert.That(histogram.Quantile(1).Microseconds, Is.EqualTo(microseconds + 1));
    }

    [Test]
    public void Quantiles_of_many_delays()
    {
        DelayHistogram histogram = new();
        for (int i = 1; i <= 1000; i++)
            histogram.Add(Duration.FromMilliseconds(i));
        Assert.That(histogram.Quantile(0.5).Milliseconds, Is.InRange(500, 565));
        Assert.That(histogram.Quantile(0.99).Milliseconds, Is.InRange(990, 1115));
    }

    [Test]
    public void Larger_delays_never_have_smaller_quantiles()
    {
        Duration before = Duration.Zero;
        for (double microseconds = 0; microseconds < 1e10; microseconds = microseconds * 1.01 + 1)
        {
            DelayHistogram histogram = new();
            histogram.Add(Duration.FromMicroseconds(microseconds));
            Assert.That(histogram.Quantile(0.5), Is.GreaterThanOrEqualTo(before));
            before = histogram.Quantile(0.5);
        }
    }

    [Test]
    public void Impossible_delays_are_counted_in_the_outermost_buckets()
    {
        DelayHistogram histogram = new();
        histogram.Add(Duration.FromSeconds(-1));
        Assert.That(histogram.Quantile(1).Microseconds, Is.EqualTo(1));
        histogram.Add(Duration.MaxValue);
        Assert.That(histogram.Quantile(1).Seconds, Is.GreaterThan(3600));
    }

    [Test]
    public void Reset_clears_the_histogram()
    {
        DelayHistogram histogram = new();
        histogram.Add(Duration.FromSeconds(1));
        histogram.Reset();
        Assert.That(histogram.Quantile(0.99), Is.EqualTo(Duration.Zero));
    }

    [Test]
    public void What_is_added_up_does_not_go_back_at_a_reset()
    {
        DelayHistogram histogram = new();
        histogram.Add(Duration.FromSeconds(1));
        histogram.Reset();
        histogram.Add(Duration.FromMilliseconds(10));
        long[] counts = new long[DelayHistogram.Buckets];
        histogram.AddTo(counts);
        Assert.That((counts.Sum(), histogram.Sum), Is.EqualTo((2L, Duration.FromMilliseconds(1010))));
        Assert.That(histogram.Quantile(1).Milliseconds, Is.InRange(10, 11.3), "only what came after the reset");
        Assert.That(DelayHistogram.Quantile(counts, 1).Seconds, Is.InRange(1, 1.13));
    }

    [TestCase(1), TestCase(1024), TestCase(5120), TestCase(4_718_592)]
    public void The_bucket_below_a_bound_holds_what_is_just_less_and_not_the_bound(double microseconds)
    {
        int bucket = DelayHistogram.BucketBelow(Duration.FromMicroseconds(microseconds));
        DelayHistogram histogram = new();
        histogram.Add(Duration.FromMicroseconds(microseconds - 0.5));
        histogram.Add(Duration.FromMicroseconds(microseconds));
        long[] counts = new long[DelayHistogram.Buckets];
        histogram.AddTo(counts);
        Assert.That((counts[bucket], counts[bucket + 1]), Is.EqualTo((1L, 1L)));
    }

    [Test]
    public void Every_bound_is_that_of_its_bucket([Range(0, DelayHistogram.Buckets - 1)] int bucket) =>
        Assert.That(DelayHistogram.BucketBelow(DelayHistogram.UpperBound(bucket)), Is.EqualTo(bucket));

    [TestCase(1000), TestCase(0)]
    public void A_bound_inside_a_bucket_is_refused(double microseconds) =>
        Assert.That(() => DelayHistogram.BucketBelow(Duration.FromMicroseconds(microseconds)), Throws.ArgumentException);

    [Test]
    public void An_estimate_spreads_the_delays_of_a_bucket_over_it()
    {
        DelayHistogram histogram = new();
        for (int i = 0; i < 1000; i++)
            histogram.Add(Duration.FromMicroseconds(1024 + 128 * i / 1000.0));
        long[] counts = new long[DelayHistogram.Buckets];
        histogram.AddTo(counts);
        Assert.That(DelayHistogram.Estimate(counts, 0.25).Microseconds, Is.EqualTo(1056).Within(0.1));
        Assert.That(DelayHistogram.Estimate(counts, 1), Is.EqualTo(DelayHistogram.Quantile(counts, 1)));
        Assert.That(DelayHistogram.Estimate(new long[DelayHistogram.Buckets], 0.5), Is.EqualTo(Duration.Zero));
    }
}
