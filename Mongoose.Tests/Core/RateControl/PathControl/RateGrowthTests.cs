using Mongoose.Core.RateControl.PathControl;
using Mongoose.Core.Units;

namespace Mongoose.Tests.Core.RateControl.PathControl;

/// <summary>Growth of a rate in bytes per second, with acks every 20 ms and a queue that is drained when it exceeds 40 ms.</summary>
public sealed class RateGrowthTests
{
    private const double Limit = 0.040, MegabitLine = 125_000;
    private static readonly Duration Step = Duration.FromMilliseconds(20), Feedback = Duration.FromMilliseconds(80);

    private RateGrowth _growth;
    private Instant _now = Instant.FromSeconds(10);

    [SetUp]
    public void BeginNow() => _growth.Stop(_now);

    [Test]
    public void While_there_is_room_it_grows_the_faster_the_longer_there_is_room()
    {
        double first = Grow(MegabitLine, seconds: 0.5), second = Grow(first, 0.5), third = Grow(second, 0.5);
        Assert.That(first, Is.GreaterThan(MegabitLine));
        Assert.That(second - first, Is.GreaterThan(1.2 * (first - MegabitLine)));
        Assert.That(third - second, Is.GreaterThan(1.2 * (second - first)));
    }

    [Test]
    public void It_finds_ten_times_the_rate_in_seconds_and_never_more_than_doubles_it_in_a_feedback_time()
    {
        double rate = MegabitLine;
        for (int i = 0; i < 1000 && rate < 10 * MegabitLine; i++)
        {
            double before = rate;
            rate = Grow(rate, Feedback.Seconds);
            Assert.That(rate, Is.InRange(before, 2 * before));
        }
        Assert.That((_now - Instant.FromSeconds(10)).Seconds, Is.LessThan(10));
    }

    [Test]
    public void Near_the_rate_at_which_the_line_was_full_twice_it_grows_slowly()
    {
        double elsewhere = Grow(MegabitLine, seconds: 1) - MegabitLine;
        NoteFull(MegabitLine, MegabitLine * 1.03);
        double near = Grow(MegabitLine, seconds: 1) - MegabitLine;
        Assert.That(near, Is.GreaterThan(0).And.LessThan(elsewhere / 3));
    }

    [Test]
    public void A_rate_that_was_measured_well_need_not_agree_with_an_earlier_one()
    {
        NoteFull(MegabitLine * 5, MegabitLine * 1.03);
        _growth.SetFull(MegabitLine, _now);
        double measured = Grow(MegabitLine, seconds: 1);
        NoteFull(MegabitLine, MegabitLine);
        Assert.That(measured, Is.EqualTo(Grow(MegabitLine, seconds: 1)).Within(1).Percent);
    }

    [Test]
    public void Well_below_that_rate_it_grows_fast()
    {
        double elsewhere = Grow(MegabitLine, seconds: 0.3) - MegabitLine;
        NoteFull(MegabitLine * 3, MegabitLine * 3);
        Assert.That(Grow(MegabitLine, seconds: 0.3) - MegabitLine, Is.EqualTo(elsewhere).Within(1).Percent);
    }

    [Test]
    public void A_line_that_was_full_at_two_different_rates_or_once_is_not_known()
    {
        double elsewhere = Grow(MegabitLine, seconds: 1) - MegabitLine;
        NoteFull(MegabitLine);
        double once = Grow(MegabitLine, seconds: 1) - MegabitLine;
        NoteFull(MegabitLine * 2);
        double different = Grow(MegabitLine * 2, seconds: 1) - MegabitLine * 2;
        Assert.That(once, Is.EqualTo(elsewhere).Within(1).Percent);
        Assert.That(different, Is.GreaterThanOrEqualTo(0.9 * elsewhere));
    }

    [Test]
    public void A_line_that_has_become_faster_is_noticed_in_spite_of_that_rate()
    {
        NoteFull(MegabitLine, MegabitLine);
        double rate = MegabitLine;
        for (int second = 0; second < 15; second++)
            rate = Grow(rate, seconds: 1);
        Assert.That(rate, Is.GreaterThan(3 * MegabitLine));
    }

    [Test]
    public void It_slows_down_as_the_queue_grows_and_stops_at_the_limit()
    {
        double empty = Grow(MegabitLine, seconds: 0.1);
        _growth.Stop(_now);
        double near = Grow(MegabitLine, seconds: 0.1, queueing: 0.8 * Limit);
        Assert.That(near, Is.GreaterThan(MegabitLine).And.LessThan(empty));
        Assert.That(Grow(MegabitLine, seconds: 1, queueing: Limit), Is.EqualTo(MegabitLine));
        Assert.That(Grow(MegabitLine, seconds: 1, queueing: 100 * Limit), Is.EqualTo(MegabitLine), "it never shrinks");
    }

    [Test]
    public void A_queue_takes_away_the_speed()
    {
        double slow = Grow(MegabitLine, seconds: 0.2) - MegabitLine;
        Grow(MegabitLine, seconds: 3);
        double fast = Grow(MegabitLine, seconds: 0.2) - MegabitLine;
        Grow(MegabitLine, seconds: 0.2, queueing: 0.9 * Limit);
        Assert.That(fast, Is.GreaterThan(3 * slow));
        Assert.That(Grow(MegabitLine, seconds: 0.2) - MegabitLine, Is.EqualTo(slow).Within(10).Percent);
    }

    [Test]
    public void A_line_with_a_long_feedback_grows_more_cautiously()
    {
        double fast = Grow(MegabitLine, seconds: 2);
        _growth.Stop(_now);
        Assert.That(Grow(MegabitLine, seconds: 2, feedback: Feedback * 10), Is.GreaterThan(MegabitLine).And.LessThan(fast));
    }

    [Test]
    public void Fast_circuits_grow_by_the_same_amount_whatever_their_rates()
    {
        double slower = Grow(MegabitLine * 4, seconds: 0.1) - MegabitLine * 4;
        _growth.Stop(_now);
        double faster = Grow(MegabitLine * 40, seconds: 0.1) - MegabitLine * 40;
        Assert.That(faster, Is.EqualTo(slower).Within(1).Percent, "so that the shares of a line become equal");
    }

    private void NoteFull(params double[] rates)
    {
        foreach (double rate in rates)
            _growth.NoteFull(rate, _now);
    }

    private double Grow(double rate, double seconds, double queueing = 0, Duration? feedback = null)
    {
        for (Instant end = _now + Duration.FromSeconds(seconds); _now < end;)
        {
            _now += Step;
            rate = _growth.Grow(rate, queueing, Limit, Step, feedback ?? Feedback, _now);
        }
        return rate;
    }
}
