using Mongoose.Core.Loss;

namespace Mongoose.Tests.Core.Loss;

/// <summary>Known answers for RFC 5348 sections 5.3 to 5.5; weights 1, 1, 1, 1, 0.8, 0.6, 0.4, 0.2, with a sum of 6.</summary>
public sealed class LossIntervalsTests
{
    private const double Rfc = LossIntervals.Rfc5348DiscountFloor, None = LossIntervals.NoDiscounting, Rfc3448 = 0.5;
    private static readonly double[] Even = [100, 100, 100, 100, 100, 100, 100, 100];

    [TestCase(50, Rfc, 100)]
    // (600 + 5 * 100) / 6
    [TestCase(600, None, 183.333333333)]
    // DF = 2 * 100 / 600: (600 + 5 * 100 / 3) / (1 + 5 / 3)
    [TestCase(600, Rfc, 287.5)]
    // (1000 + 5 * 100) / 6
    [TestCase(1000, None, 250)]
    // DF = 0.25, not 0.2: (1000 + 125) / 2.25
    [TestCase(1000, Rfc, 500)]
    // DF = 0.5: (1000 + 250) / 3.5
    [TestCase(1000, Rfc3448, 357.142857143)]
    // DF = 0.5, not 1/3: (600 + 250) / 3.5
    [TestCase(600, Rfc3448, 242.857142857)]
    // Discounting begins above twice the mean: (199 + 500) / 6, (200 + 500) / 6, and with DF = 200 / 201.
    [TestCase(199, Rfc3448, 116.5)]
    [TestCase(200, Rfc3448, 116.666666667)]
    [TestCase(201, Rfc3448, 116.903413822)]
    public void After_eight_intervals_of_100_the_open_interval_counts_if_it_increases_the_mean(double open, double floor, double mean) =>
        Assert.That(MeanOf(open, Even, floor), Is.EqualTo(mean).Within(1e-9).Percent);

    [Test]
    public void Recent_intervals_weigh_more() =>
        // (20 + 40 + 60 + 80 + 0.8*100 + 0.6*120 + 0.4*140 + 0.2*160) / 6
        Assert.That(MeanOf(10, [20, 40, 60, 80, 100, 120, 140, 160], Rfc), Is.EqualTo(440 / 6.0).Within(1e-9));

    [Test]
    public void With_fewer_than_eight_intervals_only_the_existing_intervals_count() =>
        // max(30 + 10, 10 + 20) / 2
        Assert.That(MeanOf(30, [10, 20], None), Is.EqualTo(20));

    [Test]
    public void With_fewer_than_eight_intervals_the_open_interval_replaces_the_oldest() =>
        // max(100 + 10, 10 + 20) / 2
        Assert.That(MeanOf(100, [10, 20], None), Is.EqualTo(55));

    [Test]
    public void The_loss_event_rate_is_the_inverse_of_the_mean_and_zero_before_the_first_loss()
    {
        var intervals = new LossIntervals(Rfc);
        Assert.That(intervals.LossEventRate(1000), Is.Zero);
        Assert.That(intervals.HasLoss, Is.False);
        intervals.Begin(1000, 250);
        Assert.That(intervals.HasLoss);
        Assert.That(intervals.LossEventRate(1001), Is.EqualTo(1 / 250.0));
    }

    [Test]
    public void The_caller_supplies_the_first_interval_and_packets_before_the_first_loss_do_not_count()
    {
        var intervals = new LossIntervals(None);
        intervals.Begin(1_000_000, 40);
        intervals.Add(1_000_020);
        Assert.That(intervals.Closed, Is.EqualTo(2));
        Assert.That(intervals.Mean(1_000_020), Is.EqualTo(30), "40 and 20");
    }

    [Test]
    public void Two_intervals_are_discounted_like_eight() =>
        // DF = 0.5, above 2 * 75 / 400: max((400 + 0.5 * 100) / 1.5, (100 + 50) / 2)
        Assert.That(MeanOf(400, [100, 50], Rfc3448), Is.EqualTo(300).Within(1e-9));

    [TestCase(1000, Rfc3448, 535_714.285714286)]
    [TestCase(600, Rfc, 431_250)]
    [TestCase(50, Rfc, 150_000)]
    public void With_numbers_of_bytes_the_lengths_are_bytes(double openPackets, double floor, double mean) =>
        Assert.That(MeanOf(openPackets * 1500, [.. Even.Select(length => length * 1500)], floor), Is.EqualTo(mean).Within(1e-9).Percent);

    [TestCase(Rfc3448, 1, 357.142857143)]
    [TestCase(Rfc3448, 300, 375)]
    [TestCase(Rfc3448, 2000, 1040)]
    [TestCase(Rfc, 300, 500)]
    [TestCase(Rfc, 2000, 1275)]
    [TestCase(None, 1, 250)]
    [TestCase(None, 300, 283.333333333)]
    [TestCase(None, 2000, 566.666666667)]
    public void After_a_long_interval_has_closed_the_older_ones_stay_discounted(double floor, long open, double mean)
    {
        LossIntervals intervals = Closed(Even, floor, out long start);
        intervals.Add(start += 1000);
        Assert.That(intervals.Mean(start + open - 1), Is.EqualTo(mean).Within(1e-9).Percent);
    }

    [Test]
    public void Discounts_remain_when_the_interval_closes()
    {
        // Eight intervals of 100, then an interval of 1000 closes with DF = 0.25; the seven remaining intervals of 100 have a quarter of
        // their weight: (1000 + 0.25 * 5 * 100) / (1 + 0.25 * 5), as it was while open.
        LossIntervals intervals = Closed(Even, Rfc, out long start);
        intervals.Add(start + 1000);
        Assert.That(intervals.Mean(start + 1000), Is.EqualTo(1125 / 2.25).Within(1e-9));
    }

    [Test]
    public void The_plain_mean_of_closed_intervals_ignores_the_open_interval()
    {
        LossIntervals intervals = Closed([20, 40, 60, 80, 100, 120, 140, 160], Rfc, out _);
        Assert.That(intervals.PlainMeanOfClosed(), Is.EqualTo(90));
    }

    [TestCase(0)]
    [TestCase(-0.5)]
    [TestCase(1.01)]
    [TestCase(double.NaN)]
    public void A_discount_floor_out_of_range_is_refused(double floor) =>
        Assert.Throws<ArgumentOutOfRangeException>(() => _ = new LossIntervals(floor));

    private static double MeanOf(double open, double[] latestFirst, double floor)
    {
        LossIntervals intervals = Closed(latestFirst, floor, out long start);
        return intervals.Mean(start + (long)open - 1);
    }

    private static LossIntervals Closed(double[] latestFirst, double floor, out long start)
    {
        var intervals = new LossIntervals(floor);
        start = 5000;
        intervals.Begin(start, latestFirst[^1]);
        foreach (double length in latestFirst.Reverse().Skip(1))
            intervals.Add(start += (long)length);
        return intervals;
    }
}
