using Mongoose.Core.Units;
using Mongoose.Voice.Mixing.Monitoring;
using Mongoose.Voice.Mixing.Rules;

namespace Mongoose.Tests.Voice.Mixing.Rules;

public sealed class QueueWatchTests
{
    private const int Many = 6;
    private static readonly double Above = DelayLimit.Of(Many).Milliseconds + 1, Below = DelayLimit.Of(Many).Milliseconds - 1;

    private QueueWatch _watch = new(Instant.FromSeconds(-3600));
    private double _now;

    [Test]
    public void A_queue_below_the_limit_asks_for_nothing()
    {
        for (int i = 0; i < 1000; i++)
            Assert.That(Watch(0.1, Below), Is.EqualTo((Many, false)));
    }

    [Test]
    public void The_limit_is_that_of_the_streams()
    {
        Assert.That(Watch(0.1, Above, streams: 2).Fewer, Is.EqualTo(2));
        Assert.That(Watch(0.1, Above, streams: Many).Fewer, Is.EqualTo(Many - 1));
    }

    [Test]
    public void At_first_it_asks_for_what_arrives()
    {
        Assert.That(Watch(0.1, Above, delivered: 3.1).Fewer, Is.EqualTo(3));
    }

    [Test]
    public void At_first_it_leaves_the_sender_s_share_whatever_arrives()
    {
        Assert.That(Watch(0.1, Above, delivered: 1.2, share: 4).Fewer, Is.EqualTo(4), "a TCP in slow start doubles the queue's arrivals");
        Assert.That(Watch(10, Above, delivered: 1.2, share: 6).Fewer, Is.EqualTo(Many - 1), "later one by one, also below the share");
    }

    [Test]
    public void What_arrives_is_no_reason_to_keep_all_of_them()
    {
        Assert.That(Watch(0.1, Above, delivered: 40).Fewer, Is.EqualTo(Many - 1));
    }

    [Test]
    public void One_stream_is_left([Values(0.0, 0.5)] double delivered) =>
        Assert.That(Watch(0.1, 500, delivered).Fewer, Is.EqualTo(1));

    [Test]
    public void It_waits_for_the_queue_to_drain()
    {
        Watch(0.1, Above);
        for (int i = 0; i < 12; i++)
            Assert.That(Watch(0.1, Above).Fewer, Is.EqualTo(Many));
        for (int i = 0; i < 100; i++)
            Assert.That(Watch(0.1, Above, change: -30).Fewer, Is.EqualTo(Many), "it drains");
    }

    [Test]
    public void A_long_queue_that_drains_too_slowly_asks_for_one_less()
    {
        Watch(0.1, 10 * Above);
        Assert.That(Watch(5, 10 * Above, change: -30).Fewer, Is.EqualTo(Many - 1));
        Assert.That(Watch(5, 10 * Above, change: -300).Fewer, Is.EqualTo(Many));
    }

    [Test]
    public void A_queue_that_grows_after_streams_were_taken_asks_for_what_arrives()
    {
        Watch(0.1, Above);
        Assert.That(Watch(1, 2 * Above, delivered: 2, change: 100).Fewer, Is.EqualTo(2), "before the effect is measured");
    }

    [Test]
    public void A_queue_that_stays_after_two_reductions_is_that_of_others()
    {
        Assert.That(Watch(0.1, 300), Is.EqualTo((Many - 1, false)));
        Assert.That(Watch(10, 300), Is.EqualTo((Many - 1, false)));
        Assert.That(Watch(10, 300), Is.EqualTo((Many, true)), "and nothing is taken");
        Assert.That(Watch(10, 300), Is.EqualTo((Many - 1, false)), "the next trial");
    }

    [Test]
    public void A_queue_that_falls_is_its_own()
    {
        Watch(0.1, 300);
        Watch(10, 300);
        Assert.That(Watch(10, 150).Of, Is.False);
    }

    [Test]
    public void A_queue_that_was_short_in_between_is_its_own()
    {
        Watch(0.1, 300);
        Watch(10, 300);
        _watch.Reset();
        Assert.That(Watch(10, 300), Is.EqualTo((Many - 1, false)));
    }

    [Test]
    public void After_a_try_it_waits_longer()
    {
        Assert.That(Watch(0.1, Above, isTrying: true).Fewer, Is.EqualTo(Many), "a try may cause a little more");
        double aboveTry = DelayLimit.Of(Many, isTrying: true).Milliseconds + 1;
        Assert.That(Watch(0.1, aboveTry, isTrying: true).Fewer, Is.EqualTo(Many - 1));
        Assert.That(Watch(4, Above).Fewer, Is.EqualTo(Many));
        Assert.That(Watch(4, Above).Fewer, Is.EqualTo(Many - 1));
    }

    private (int Fewer, bool Of) Watch(double after, double queue, double delivered = Many, double change = 0, int streams = Many,
        bool isTrying = false, int share = 1)
    {
        _now += after;
        PathReading reading = Readings.Queue(_now, queue, change);
        QueueVerdict verdict = _watch.Judge(streams, delivered, share, isTrying, reading);
        return (verdict.Streams, verdict.IsOfOthers);
    }
}
