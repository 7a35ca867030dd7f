using Mongoose.Core.Units;
using Mongoose.Voice.Mixing.Rules;
using Mongoose.Voice.Mixing.Streams;

namespace Mongoose.Tests.Voice.Mixing.Rules;

/// <summary>Plain packets, 78.4 kbit/s per stream.</summary>
public sealed class FairShareTests
{
    private FairShare _share = new(StreamPackets.Paper);

    [TestCase(0, ExpectedResult = 1)]
    [TestCase(100, ExpectedResult = 1)]
    [TestCase(635, ExpectedResult = 4)]
    [TestCase(1254.4, ExpectedResult = 8)]
    public int It_is_half_of_the_line(double kilobits)
    {
        Measure(kilobits, at: 0);
        return _share.Streams(Instant.Zero);
    }

    [Test]
    public void Losses_do_not_take_away_a_third_of_the_line()
    {
        Measure(635, at: 0);
        Assert.That(Rate(fair: 100), Is.EqualTo(0.36 * 635).Within(0.1));
        Assert.That(Rate(fair: 300), Is.EqualTo(300));
        Assert.That(Rate(fair: 100, loss: 0.1), Is.EqualTo(0.36 * 635 / 0.9).Within(0.1), "of what arrives");
    }

    [Test]
    public void The_largest_rate_counts_for_a_minute()
    {
        Measure(2000, at: 0);
        for (int second = 1; second < 60; second++)
            Measure(635, second);
        Assert.That(_share.Streams(Instant.FromSeconds(59)), Is.EqualTo(13));
        for (int second = 60; second < 160; second++)
            Measure(635, second);
        Assert.That(_share.Streams(Instant.FromSeconds(159)), Is.EqualTo(4));
    }

    [Test]
    public void While_others_limit_the_sender_it_counts_for_longer()
    {
        Measure(635, at: 0);
        for (int second = 1; second < 500; second++)
            Measure(200, second, isLimited: true);
        Assert.That(_share.Streams(Instant.FromSeconds(499)), Is.EqualTo(4));
    }

    [Test]
    public void A_share_that_is_waived_is_not_claimed_for_a_minute()
    {
        Measure(2000, at: 0);
        _share.Waive(Instant.Zero);
        Measure(635, at: 1);
        Assert.That((_share.Streams(Instant.FromSeconds(1)), Rate(fair: 50, at: 1)), Is.EqualTo((1, 50.0)));
        Assert.That(_share.Streams(Instant.FromSeconds(61)), Is.EqualTo(4), "and the faster line is forgotten");
    }

    [Test]
    public void It_may_be_claimed_again_at_once()
    {
        _share.Waive(Instant.Zero);
        Measure(635, at: 1);
        _share.Claim();
        Assert.That(_share.Streams(Instant.FromSeconds(1)), Is.EqualTo(4));
    }

    [Test]
    public void T_may_permit_a_third_more_unless_the_line_is_much_faster_than_the_need()
    {
        Measure(635, at: 0);
        Assert.That(_share.Most(needed: 8), Is.EqualTo(5));
        Measure(800, at: 1);
        Assert.That(_share.Most(needed: 8), Is.EqualTo(int.MaxValue));
    }

    private void Measure(double kilobits, double at, bool isLimited = false) =>
        _share.Measure(DataRate.FromKilobitsPerSecond(kilobits), isLimited, Instant.FromSeconds(at));

    private double Rate(double fair, double at = 0, double loss = 0) =>
        _share.Rate(Readings.At(at) with { FairRate = DataRate.FromKilobitsPerSecond(fair), LossShare = loss }).KilobitsPerSecond;
}
