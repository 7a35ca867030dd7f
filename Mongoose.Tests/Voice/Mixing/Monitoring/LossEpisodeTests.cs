using Mongoose.Core.Units;
using Mongoose.Voice.Mixing.Monitoring;

namespace Mongoose.Tests.Voice.Mixing.Monitoring;

public sealed class LossEpisodeTests
{
    private static readonly Duration RoundTrip = Duration.FromMilliseconds(140);

    private LossEpisode _episode;
    private Instant _now = Instant.FromSeconds(10);

    [Test]
    public void While_the_queue_stays_full_an_event_lasts_longer_than_a_round_trip()
    {
        Begin(900);
        Assert.That(_episode.EventTime(RoundTrip), Is.GreaterThan(RoundTrip));
        Note(890);
        Assert.That(_episode.EventTime(RoundTrip), Is.GreaterThan(RoundTrip), "a packet or two");
        Assert.That(_episode.EventTime(RoundTrip), Is.EqualTo(RoundTrip * 5),
            "not for ever: a TCP that has lost half a window in slow start yields in this time");
    }

    [Test]
    public void Once_the_queue_has_fallen_it_lasts_a_round_trip()
    {
        Begin(900);
        Note(450);
        Assert.That(_episode.EventTime(RoundTrip), Is.EqualTo(RoundTrip));
        Note(900);
        Assert.That(_episode.EventTime(RoundTrip), Is.EqualTo(RoundTrip), "a queue that grows again drops packets of a new event");
    }

    [Test]
    public void The_queue_falls_from_its_highest_delay_since_the_loss()
    {
        Begin(500);
        Note(1000);
        Note(600);
        Assert.That(_episode.EventTime(RoundTrip), Is.EqualTo(RoundTrip), "although the loss was at 500 ms");
    }

    [Test]
    public void A_loss_without_a_queue_lasts_a_round_trip()
    {
        Begin(0);
        Note(0);
        Assert.That(_episode.EventTime(RoundTrip), Is.EqualTo(RoundTrip));
    }

    [Test]
    public void If_nobody_reacts_the_next_events_last_a_round_trip()
    {
        Begin(900);
        Note(895);
        Begin(895);
        Assert.That(_episode.EventTime(RoundTrip), Is.EqualTo(RoundTrip));
    }

    [Test]
    public void The_next_event_begins_anew()
    {
        Begin(900);
        Note(450);
        Begin(400);
        Assert.That(_episode.EventTime(RoundTrip), Is.GreaterThan(RoundTrip));
    }

    [Test]
    public void A_long_queue_that_falls_after_no_loss_of_its_own_is_a_loss_of_others()
    {
        Assert.That(Swing(from: 300, to: 900), Is.False, "it grows");
        Assert.That(Swing(from: 900, to: 400), Is.True);
        Assert.That(Swing(from: 400, to: 100), Is.False, "once per fall");
        Assert.That(Swing(from: 100, to: 900), Is.False);
        Assert.That(Swing(from: 900, to: 400), Is.True, "the next");
    }

    [Test]
    public void A_queue_that_falls_after_a_loss_of_its_own_is_none_of_others()
    {
        Swing(from: 300, to: 900);
        Begin(900);
        Assert.That(Swing(from: 900, to: 100), Is.False);
        Swing(from: 100, to: 900);
        Assert.That(Swing(from: 900, to: 400), Is.True, "the loss was one of the fall before");
    }

    [Test]
    public void A_short_queue_falls_for_many_reasons()
    {
        Swing(from: 0, to: 80);
        Assert.That(Swing(from: 80, to: 0), Is.False);
    }

    [Test]
    public void A_queue_that_falls_a_little_is_no_loss()
    {
        Swing(from: 300, to: 900);
        Assert.That(Swing(from: 900, to: 750), Is.False);
    }

    private void Begin(double milliseconds) => _episode.Begin(Duration.FromMilliseconds(milliseconds));

    /// <summary>The queue changes evenly for five seconds. Returns whether others lost packets.</summary>
    private bool Swing(double from, double to)
    {
        bool isLoss = false;
        for (int step = 0; step <= 250; step++)
            isLoss |= Note(from + (to - from) * step / 250);
        return isLoss;
    }

    private bool Note(double milliseconds)
    {
        _now += Duration.FromMilliseconds(20);
        return _episode.IsLossOfOthers(Duration.FromMilliseconds(milliseconds), RoundTrip, _now);
    }
}
