using Mongoose.Core.RateControl;
using Mongoose.Core.RateControl.PathControl;
using Mongoose.Core.Units;

namespace Mongoose.Tests.Core.RateControl.PathControl;

/// <summary>
/// A window of 50 segments beside a TCP, on a line that delivers it in each round trip of 100 ms. Acks arrive every 20 ms.
/// </summary>
public sealed class CompetingWindowTests
{
    private const double Segment = PathController.SegmentBytes, Start = 50 * Segment, Rate = Start / 0.1, Unlimited = 1e12;
    private static readonly Duration RoundTrip = Duration.FromMilliseconds(100), Step = Duration.FromMilliseconds(20);

    private CompetingWindow _window;
    private LineQueueMeter _queue;
    private Instant _now = Instant.FromSeconds(10);

    [SetUp]
    public void Open()
    {
        _queue.Add(RoundTrip, Duration.Zero, Duration.Zero);
        _queue.Add(RoundTrip, Duration.Zero, Duration.Zero);
        _window.Open(Start);
    }

    [Test]
    public void It_is_open_until_it_is_closed()
    {
        Assert.That((_window.IsOpen, _window.Bytes), Is.EqualTo((true, Start)));
        _window.Close();
        _window.Halve();
        Assert.That((_window.IsOpen, _window.Bytes), Is.EqualTo((false, 0.0)));
    }

    [Test]
    public void It_grows_by_about_a_segment_per_round_trip_after_a_loss_and_faster_beyond_the_old_window()
    {
        Cut();
        double cut = _window.Bytes;
        Grow(seconds: 1, delivered: 4 * Rate);
        Assert.That((_window.Bytes - cut) / Segment, Is.InRange(3, 20), "ten round trips");
        Grow(seconds: 4, delivered: 4 * Rate);
        double plateau = _window.Bytes;
        Grow(seconds: 5, delivered: 4 * Rate);
        Assert.That(_window.Bytes, Is.GreaterThan(1.5 * plateau), "the cubic curve");
    }

    [Test]
    public void A_loss_cuts_it_by_the_factor_of_CUBIC()
    {
        Assert.That(Cut());
        Assert.That(_window.Bytes, Is.EqualTo(CubicGrowth.Beta * Start).Within(1).Percent);
    }

    [Test]
    public void A_loss_cuts_a_window_that_the_line_does_not_deliver_to_little_more_than_it_delivers()
    {
        Cut(delivered: Rate / 4);
        Assert.That(_window.Bytes, Is.InRange(Start / 4 * 0.7, Start / 4 * 1.25));
    }

    [Test]
    public void Losses_cut_it_once_per_round_trip()
    {
        Cut();
        double once = _window.Bytes;
        _now += Duration.FromMilliseconds(99);
        Assert.That(Cut(), Is.False);
        Assert.That(_window.Bytes, Is.EqualTo(once));
        _now += Duration.FromMilliseconds(2);
        Assert.That(Cut());
        Assert.That(_window.Bytes, Is.LessThan(once));
    }

    [Test]
    public void In_the_round_trip_of_a_cut_it_does_not_grow()
    {
        Cut();
        double cut = _window.Bytes;
        Grow(seconds: 0.1);
        Assert.That(_window.Bytes, Is.EqualTo(cut));
    }

    [Test]
    public void A_cut_whose_losses_were_spurious_is_undone()
    {
        Grow(seconds: 1);
        double before = _window.Bytes;
        Cut();
        _window.UndoCut();
        Assert.That(_window.Bytes, Is.EqualTo(before));
    }

    [Test]
    public void A_window_that_is_closed_stays_closed_even_if_its_last_cut_proves_spurious()
    {
        _window.TryCut(Rate, RoundTrip, _now);
        _window.Close();
        _window.UndoCut();
        Assert.That(_window.IsOpen, Is.False);
    }

    [Test]
    public void An_undo_never_shrinks_it()
    {
        Cut();
        Grow(seconds: 60, delivered: 10 * Rate);
        double grown = _window.Bytes;
        _window.UndoCut();
        Assert.That(_window.Bytes, Is.EqualTo(grown).And.GreaterThan(Start));
    }

    [Test]
    public void It_is_at_most_what_about_two_round_trips_deliver()
    {
        Grow(seconds: 300);
        Assert.That(_window.Bytes / Start, Is.InRange(1.5, 2.6));
    }

    [Test]
    public void It_is_at_most_what_the_viewer_asks_for()
    {
        Grow(seconds: 1, asked: Rate / 5);
        Assert.That(_window.Bytes, Is.EqualTo(Start / 5).Within(1).Percent);
        Grow(seconds: 1, asked: 1);
        Assert.That(_window.Bytes, Is.GreaterThanOrEqualTo(2 * Segment));
    }

    [Test]
    public void Acks_that_arrive_in_a_clump_after_a_rest_grow_it_hardly_more_than_single_acks()
    {
        CompetingWindow clumped = _window;
        Grow(seconds: 2, delivered: 4 * Rate);
        double single = _window.Bytes - Start;
        // All acks of a round trip at once, ten times as many as a window has.
        for (int i = 1; i <= 20; i++)
            clumped.Grow((long)(10 * Start), RoundTrip, 4 * Rate, Unlimited, _queue, Instant.FromSeconds(10) + RoundTrip * i);
        Assert.That(clumped.Bytes - Start, Is.InRange(0.5 * single, 2 * single));
    }

    [Test]
    public void A_time_in_which_the_window_was_not_in_use_does_not_count()
    {
        Cut();
        Grow(seconds: 1, delivered: 4 * Rate);
        (CompetingWindow paused, Instant now) = (_window, _now);
        Duration rest = Duration.FromSeconds(30);
        Grow(seconds: 1, delivered: 4 * Rate);
        double without = _window.Bytes;
        paused.Pause(rest);
        (_window, _now) = (paused, now + rest);
        Grow(seconds: 1, delivered: 4 * Rate);
        Assert.That(_window.Bytes, Is.EqualTo(without).Within(2).Percent);
    }

    [Test]
    public void Silence_halves_it_down_to_two_segments()
    {
        _window.Halve();
        Assert.That(_window.Bytes, Is.EqualTo(Start / 2));
        for (int i = 0; i < 20; i++)
            _window.Halve();
        Assert.That((_window.Bytes, _window.IsOpen), Is.EqualTo((2 * Segment, true)));
    }

    private bool Cut(double delivered = Rate) => _window.TryCut(delivered, RoundTrip, _now);

    private void Grow(double seconds, double delivered = Rate, double asked = Unlimited)
    {
        for (Instant end = _now + Duration.FromSeconds(seconds); _now < end;)
        {
            _now += Step;
            _window.Grow((long)(_window.Bytes * (Step / RoundTrip)), Step, delivered, asked, _queue, _now);
        }
    }
}
