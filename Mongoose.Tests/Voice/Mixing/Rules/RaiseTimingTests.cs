using Mongoose.Core.Units;
using Mongoose.Voice.Mixing.Rules;

namespace Mongoose.Tests.Voice.Mixing.Rules;

public sealed class RaiseTimingTests
{
    private RaiseTiming _timing = new(Instant.FromSeconds(-3600));

    [Test]
    public void At_first_a_stream_may_be_tried_at_once() => Assert.That(_timing.MayRaise(Instant.Zero), Is.True);

    [Test]
    public void Each_try_that_fails_makes_the_next_one_wait_longer_up_to_half_a_minute()
    {
        double now = 0;
        double[] waits = new double[6];
        for (int i = 0; i < waits.Length; i++)
        {
            Raise(now);
            Lower(now + 1, streams: 4);
            waits[i] = WaitFrom(now + 1);
            now += 100;
        }
        Assert.That(waits, Is.Ordered);
        Assert.That(waits[0], Is.GreaterThanOrEqualTo(5));
        Assert.That(waits[1], Is.EqualTo(2 * waits[0]).Within(0.1));
        Assert.That(waits[^1], Is.LessThanOrEqualTo(30));
        Assert.That(waits[^1], Is.EqualTo(waits[^2]));
    }

    [Test]
    public void A_try_that_succeeds_is_forgotten()
    {
        Raise(0);
        Lower(1, streams: 4);
        Raise(20);
        Assert.That(_timing.IsTrying, Is.True);
        QueueIsShort(25);
        Assert.That(_timing.IsTrying, Is.True, "not yet");
        QueueIsShort(40);
        Assert.That(_timing.IsTrying, Is.False);
        Raise(50);
        Lower(51, streams: 4);
        double wait = WaitFrom(51);
        RaiseTiming first = new(Instant.FromSeconds(-3600));
        first.Raised(Instant.Zero);
        first.Reduced(4, Instant.FromSeconds(1));
        Assert.That(first.MayRaise(Instant.FromSeconds(1 + wait)), Is.True, "as after the first failure");
    }

    [Test]
    public void Who_yields_without_a_try_waits_longer_the_more_streams_it_has()
    {
        Lower(0, streams: 2);
        double few = WaitFrom(0);
        _timing = new RaiseTiming(Instant.FromSeconds(-3600));
        Lower(0, streams: 6);
        Assert.That(WaitFrom(0), Is.EqualTo(3 * few).Within(0.1));
    }

    [Test]
    public void If_the_queue_drains_at_once_others_have_yielded_and_the_wait_is_shorter()
    {
        Lower(0, streams: 4);
        double whole = WaitFrom(0);
        _timing = new RaiseTiming(Instant.FromSeconds(-3600));
        Lower(0, streams: 4);
        QueueIsShort(1);
        Assert.That(WaitFrom(1), Is.LessThan(whole - 1));
        _timing = new RaiseTiming(Instant.FromSeconds(-3600));
        Lower(0, streams: 4);
        QueueIsShort(5);
        Assert.That(WaitFrom(5), Is.EqualTo(whole - 5).Within(0.1), "it drained slowly");
    }

    private void Raise(double seconds) => _timing.Raised(Instant.FromSeconds(seconds));

    private void Lower(double seconds, int streams) => _timing.Reduced(streams, Instant.FromSeconds(seconds));

    private void QueueIsShort(double seconds) => _timing.QueueIsShort(4, Instant.FromSeconds(seconds));

    private double WaitFrom(double seconds)
    {
        double wait = 0;
        while (wait < 300 && !_timing.MayRaise(Instant.FromSeconds(seconds + wait)))
            wait += 0.01;
        return wait;
    }
}
