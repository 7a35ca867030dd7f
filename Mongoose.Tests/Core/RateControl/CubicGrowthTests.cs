using Mongoose.Core.RateControl;
using Mongoose.Core.Units;

namespace Mongoose.Tests.Core.RateControl;

/// <summary>
/// Guarantees of <see cref="CubicGrowth"/> that Cubic's tests do not cover: windows in fractions of segments, and alternating growth rules.
/// </summary>
public sealed class CubicGrowthTests
{
    private static readonly Duration RoundTrip = Duration.FromMilliseconds(200);

    private CubicGrowth _cubic;
    private Instant _now = Instant.FromSeconds(1);

    [Test]
    public void After_K_seconds_the_window_is_back_where_the_loss_occurred()
    {
        _cubic.OnReduction(50.5, fastConvergence: true);
        double cwnd = 50.5 * CubicGrowth.Beta, k = CubicGrowth.TimeToReach(50.5, cwnd);
        Assert.That(After(k - RoundTrip.Seconds, cwnd), Is.EqualTo(50.5).Within(0.5));
    }

    [Test]
    public void In_one_round_trip_it_grows_by_at_most_half()
    {
        _cubic.OnReduction(10, fastConvergence: true);
        double cwnd = After(0.2, 7);
        _now += Duration.FromSeconds(3600);
        Assert.That(_cubic.Grow(cwnd, cwnd, _now, RoundTrip), Is.EqualTo(1.5 * cwnd).Within(1e-9));
    }

    [Test]
    public void It_never_shrinks_a_window_even_if_the_clock_goes_back()
    {
        _cubic.OnReduction(100, fastConvergence: true);
        double cwnd = After(5, 70);
        foreach (double seconds in new[] { -3, -1e6, 0, 0.1, 2e6 })
        {
            _now += Duration.FromSeconds(seconds);
            double grown = _cubic.Grow(cwnd, 1, _now, RoundTrip);
            Assert.That(grown, Is.InRange(cwnd, 1.5 * cwnd));
            cwnd = grown;
        }
    }

    [Test]
    public void Without_an_earlier_loss_the_curve_starts_at_the_window()
    {
        double grown = After(5, 30);
        Assert.That(grown, Is.InRange(CubicGrowth.WindowAt(Duration.FromSeconds(5), 0, 30) - 1,
            CubicGrowth.WindowAt(Duration.FromSeconds(5.2), 0, 30) + 1));
    }

    [Test]
    public void When_another_rule_has_grown_the_window_the_curve_starts_there()
    {
        _cubic.OnReduction(100, fastConvergence: true);
        After(3, 70);
        _cubic.LeaveEpoch();
        _now += Duration.FromSeconds(60);
        Assert.That(_cubic.Grow(80, 1, _now, RoundTrip), Is.InRange(80, 81), "not where the old curve would be after a minute");
    }

    [Test]
    public void After_a_timeout_the_window_at_the_loss_no_longer_counts()
    {
        _cubic.OnReduction(100, fastConvergence: true);
        _cubic.OnTimeout();
        // Towards 100 it would be at 97 after two seconds. On a curve of its own it grows by one segment per round trip, like Reno.
        Assert.That(After(2, 70), Is.EqualTo(80).Within(1));
    }

    /// <summary>The window after the given number of seconds, with the whole window acknowledged in each round trip.</summary>
    private double After(double seconds, double cwnd)
    {
        for (Instant end = _now + Duration.FromSeconds(seconds); _now < end;)
        {
            for (int i = 0; i < 20; i++)
                cwnd = _cubic.Grow(cwnd, cwnd / 20, _now += RoundTrip / 20, RoundTrip);
        }
        return cwnd;
    }
}
