using Mongoose.Core.Units;
using Mongoose.Voice.Mixing.Rules;

namespace Mongoose.Tests.Voice.Mixing.Rules;

public sealed class CompetitionTests
{
    private Competition _others = new(Instant.Zero);

    [TestCase(0.05, 1.0)]
    [TestCase(0.5, 4.0)]
    public void It_is_over_when_the_queue_has_been_short_for_longer_than_a_TCP_needs_to_fill_it(double roundTrip, double seconds)
    {
        _others.Begin(Readings.Queue(0, 400));
        Assert.That(IsOver(seconds - 0.01), Is.False);
        Assert.That(IsOver(seconds + 0.01), Is.True);

        bool IsOver(double shortTime) =>
            _others.IsOver(Duration.FromSeconds(shortTime), Readings.At(60) with { RoundTrip = Duration.FromSeconds(roundTrip) });
    }

    [Test]
    public void The_next_one_is_expected_for_ten_minutes()
    {
        Assert.That(_others.IsExpected(Instant.Zero), Is.False);
        _others.Begin(Readings.Queue(0, 400));
        _others.End();
        Assert.That((_others.IsOn, _others.IsExpected(Instant.FromSeconds(599))), Is.EqualTo((false, true)));
        Assert.That(_others.IsExpected(Instant.FromSeconds(601)), Is.False);
    }

    [Test]
    public void One_that_was_none_is_forgotten()
    {
        _others.Begin(Readings.Queue(0, 400));
        _others.Forget();
        Assert.That((_others.IsOn, _others.IsExpected(Instant.FromSeconds(1))), Is.EqualTo((false, false)));
    }

    [Test]
    public void Losses_are_trusted_for_a_minute()
    {
        BeginWithLoss();
        Assert.That(TrustsLosses(59), Is.True);
        Assert.That(TrustsLosses(61), Is.False);
    }

    [Test]
    public void While_nothing_is_lost_they_are_trusted_for_longer()
    {
        _others.Begin(Readings.Queue(0, 400));
        Assert.That(TrustsLosses(300), Is.True, "a TCP whose window ends before the queue does");
    }

    [TestCase(2.0, ExpectedResult = false, TestName = "In_slow_start_a_TCP_may_halve_its_window_twice")]
    [TestCase(10.0, ExpectedResult = true, TestName = "A_deep_fall_shows_that_others_have_half_of_the_line")]
    public bool A_deep_fall(double at)
    {
        BeginWithLoss();
        foreach (double queue in new[] { 300.0, 100, 130 })
            _others.Take(4, Readings.Queue(at += 0.1, queue) with { RoundTrip = Duration.FromMilliseconds(100 + queue) });
        return TrustsLosses(100);
    }

    private void BeginWithLoss() => _others.Begin(Readings.Queue(0, 400) with { IsNewLossEvent = true });

    private bool TrustsLosses(double now) => _others.TrustsLosses(Instant.FromSeconds(now));
}
