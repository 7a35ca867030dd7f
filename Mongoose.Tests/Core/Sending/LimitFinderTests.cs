using Mongoose.Core.RateControl.PathControl;
using Mongoose.Core.Sending;
using Mongoose.Core.Units;

namespace Mongoose.Tests.Core.Sending;

/// <summary>What held a circuit back for most of a second.</summary>
public sealed class LimitFinderTests
{
    [Test]
    public void It_returns_the_limit_of_the_longest_time()
    {
        Second second = new();
        second.Pass(LimitedBy.Nothing, 300);
        second.Pass(LimitedBy.PathDelay, 400);
        second.Pass(LimitedBy.Window, 300);
        Assert.That(second.End(), Is.EqualTo(LimitedBy.PathDelay));
    }

    [Test]
    public void Many_short_polls_do_not_outweigh_one_long_wait()
    {
        Second second = new();
        for (int i = 0; i < 50; i++)
            second.Pass(LimitedBy.Nothing, 5);
        second.Pass(LimitedBy.Scene, 750);
        Assert.That(second.End(), Is.EqualTo(LimitedBy.Scene));
    }

    [Test]
    public void A_circuit_that_waits_occasionally_is_limited_by_nothing()
    {
        Second second = new();
        second.Pass(LimitedBy.Nothing, 700);
        second.Pass(LimitedBy.Viewer, 300);
        Assert.That(second.End(), Is.EqualTo(LimitedBy.Nothing));
    }

    [Test]
    public void Each_second_is_evaluated_separately()
    {
        Second second = new();
        second.Pass(LimitedBy.Scene, 1000);
        second.End();
        Assert.That(second.End(), Is.EqualTo(LimitedBy.Nothing), "without a poll");
        second.Pass(LimitedBy.Cap, 1);
        Assert.That(second.End(), Is.EqualTo(LimitedBy.Cap));
    }

    [Test]
    public void The_time_before_the_first_poll_does_not_count()
    {
        Second second = new();
        second.Pass(LimitedBy.Viewer, 900);
        second.Restart();
        Assert.That(second.End(), Is.EqualTo(LimitedBy.Nothing));
    }

    [TestCase(100, ExpectedResult = LimitedBy.Viewer)]
    [TestCase(250, ExpectedResult = LimitedBy.Host)]
    [TestCase(900, ExpectedResult = LimitedBy.Host)]
    public LimitedBy A_rate_that_late_polls_leave_unused_is_not_the_limit(int wasted)
    {
        Second second = new();
        second.Pass(LimitedBy.Viewer, 1000, wasted);
        return second.End();
    }

    [Test]
    public void A_late_poll_of_a_circuit_that_has_nothing_to_send_costs_it_nothing()
    {
        Second second = new();
        second.Pass(LimitedBy.Nothing, 1000, wasted: 900);
        Assert.That(second.End(), Is.EqualTo(LimitedBy.Nothing));
    }

    [Test]
    public void A_late_poll_in_a_second_that_is_mostly_free_is_no_limit()
    {
        Second second = new();
        second.Pass(LimitedBy.Nothing, 800);
        second.Pass(LimitedBy.Viewer, 200, wasted: 100);
        Assert.That(second.End(), Is.EqualTo(LimitedBy.Nothing));
    }

    [TestCase(true, true, PathLimitKind.Loss, true, ExpectedResult = LimitedBy.Window)]
    [TestCase(false, true, PathLimitKind.Loss, true, ExpectedResult = LimitedBy.Scene)]
    [TestCase(false, false, PathLimitKind.Loss, true, ExpectedResult = LimitedBy.PathLoss)]
    [TestCase(false, false, PathLimitKind.Search, true, ExpectedResult = LimitedBy.PathDelay)]
    [TestCase(false, false, PathLimitKind.Downloads, false, ExpectedResult = LimitedBy.Downloads)]
    [TestCase(false, false, null, true, ExpectedResult = LimitedBy.Cap)]
    [TestCase(false, false, null, false, ExpectedResult = LimitedBy.Viewer)]
    public LimitedBy The_first_limit_that_holds_packets_back_counts(
        bool isWindowFull, bool waitsForScene, PathLimitKind? path, bool isCapped) =>
        LimitFinder.Of(isWindowFull, waitsForScene, path, isCapped);

    /// <summary>The polls of a second.</summary>
    private sealed class Second
    {
        private LimitFinder _finder;
        private Instant _now;

        /// <summary>A poll that finds a limit, and the next poll, which comes some milliseconds later.</summary>
        public void Pass(LimitedBy limit, int milliseconds, int wasted = 0)
        {
            _finder.BeginPoll(Duration.Zero, _now);
            _finder.Found(limit);
            _now += Duration.FromMilliseconds(milliseconds);
            _finder.BeginPoll(Duration.FromMilliseconds(wasted), _now);
        }

        public LimitedBy End() => _finder.Take(out _);

        public void Restart() => _finder.Restart();
    }
}
