using Mongoose.Core.Loss;
using Mongoose.Core.Units;

namespace Mongoose.Tests.Core.Loss;

public sealed class ReorderToleranceTests
{
    private static readonly Duration RoundTrip = Duration.FromMilliseconds(100);

    private ReorderTolerance _tolerance;
    private Instant _now = Instant.FromSeconds(100);

    [Test]
    public void A_path_that_has_reordered_nothing_needs_no_tolerance() => Assert.That(Wait(RoundTrip), Is.Zero);

    [TestCase(40, 50, Description = "a quarter more than the lateness")]
    [TestCase(11, 25, Description = "a quarter of the round trip")]
    public void A_late_packet_widens_the_tolerance_immediately(double lateness, double expected)
    {
        Late(lateness);
        Assert.That(Wait(RoundTrip), Is.EqualTo(expected));
    }

    [Test]
    public void Packets_of_one_burst_that_arrive_in_another_order_count_as_10_ms_late()
    {
        Late(0);
        Assert.That(Wait(Duration.Zero), Is.EqualTo(12.5));
    }

    [Test]
    public void The_tolerance_is_at_most_a_round_trip_and_700_ms()
    {
        Late(60_000);
        Assert.That((Wait(Duration.Zero), Wait(RoundTrip)), Is.EqualTo((700, 800)));
    }

    [Test]
    public void A_packet_that_is_less_late_does_not_narrow_it()
    {
        Late(40);
        Late(20);
        Assert.That(Wait(Duration.Zero), Is.EqualTo(50));
    }

    [Test]
    public void The_lateness_halves_with_every_15_s_without_a_late_packet()
    {
        Late(400);
        Assert.That(After(14.999), Is.EqualTo(500));
        Assert.That(After(15), Is.EqualTo(250));
        Assert.That(After(30), Is.EqualTo(125));
        Assert.That(After(60), Is.EqualTo(31.25));
    }

    [Test]
    public void Packets_that_need_the_tolerance_keep_it()
    {
        for (int second = 0; second < 100; second += 10)
        {
            Late(second == 0 ? 40 : 21);
            Assert.That(Wait(Duration.Zero), Is.EqualTo(50));
            _now += Duration.FromSeconds(10);
        }
    }

    [Test]
    public void Packets_that_need_half_of_the_tolerance_at_most_let_it_shrink_to_what_they_need()
    {
        Late(160);
        for (int second = 0; second < 100; second++)
        {
            _now += Duration.FromSeconds(1);
            Late(20);
        }
        Assert.That(Wait(Duration.Zero), Is.EqualTo(25));
    }

    [Test]
    public void A_minute_after_a_small_reordering_the_path_counts_as_ordered()
    {
        Late(10);
        Assert.That(After(59.9), Is.Positive);
        Assert.That(After(60), Is.Zero);
        Assert.That(Wait(RoundTrip), Is.Zero);
    }

    [Test]
    public void After_any_pause_the_path_counts_as_ordered()
    {
        Late(700);
        _now += Duration.FromSeconds(1e9);
        Assert.That(Wait(RoundTrip), Is.Zero);
    }

    [Test]
    public void A_clock_that_goes_back_changes_nothing()
    {
        Late(40);
        _now -= Duration.FromSeconds(50);
        Assert.That(Wait(Duration.Zero), Is.EqualTo(50));
    }

    private void Late(double milliseconds) => _tolerance.Late(Duration.FromMilliseconds(milliseconds), _now);

    private double Wait(Duration roundTrip) => _tolerance.Wait(roundTrip, _now).Milliseconds;

    /// <summary>The tolerance at a time after the only late packet.</summary>
    private double After(double seconds) => _tolerance.Wait(Duration.Zero, _now + Duration.FromSeconds(seconds)).Milliseconds;
}
