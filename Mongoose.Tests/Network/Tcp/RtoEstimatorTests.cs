using Mongoose.Core.Units;
using Mongoose.Network.Tcp;

namespace Mongoose.Tests.Network.Tcp;

/// <summary>RFC 6298 section 2.</summary>
public sealed class RtoEstimatorTests
{
    private static readonly Duration Tiny = Duration.FromMilliseconds(1);

    [Test]
    public void It_is_one_second_before_the_first_measurement() =>
        Assert.That(new RtoEstimator(Tiny, RtoRule.Rfc6298).Rto.Seconds, Is.EqualTo(1));

    [Test]
    public void Measurements_are_smoothed_by_an_eighth_and_a_quarter()
    {
        RtoEstimator rto = new(Tiny, RtoRule.Rfc6298);
        rto.Add(Duration.FromMilliseconds(100)); // SRTT 100, RTTVAR 50
        Assert.That(rto.Rto.Milliseconds, Is.EqualTo(100 + 4 * 50));
        rto.Add(Duration.FromMilliseconds(180)); // RTTVAR 3/4 * 50 + 1/4 * 80 = 57.5, then SRTT 7/8 * 100 + 1/8 * 180 = 110
        Assert.That((rto.SmoothedRtt.Milliseconds, rto.RttVariance.Milliseconds), Is.EqualTo((110, 57.5)));
        Assert.That(rto.Rto.Milliseconds, Is.EqualTo(110 + 4 * 57.5));
    }

    [TestCase(RtoRule.Rfc6298, 1000)]
    [TestCase(RtoRule.Linux, 1100)]
    public void The_minimum_bounds_the_timeout_or_the_margin_added_to_the_round_trip(RtoRule rule, double milliseconds)
    {
        RtoEstimator rto = new(Duration.FromSeconds(1), rule);
        rto.Add(Duration.FromMilliseconds(100));
        Assert.That(rto.Rto.Milliseconds, Is.EqualTo(milliseconds));
    }

    [Test]
    public void Back_off_doubles_up_to_a_minute_and_a_measurement_resets_it()
    {
        RtoEstimator rto = new(Tiny, RtoRule.Rfc6298);
        rto.Add(Duration.FromMilliseconds(100));
        rto.BackOff();
        Assert.That(rto.Rto.Milliseconds, Is.EqualTo(600));
        for (int i = 0; i < 20; i++)
            rto.BackOff();
        Assert.That(rto.Rto.Seconds, Is.EqualTo(60));
        rto.Add(Duration.FromMilliseconds(100));
        Assert.That(rto.Rto.Milliseconds, Is.EqualTo(100 + 4 * 37.5));
    }
}
