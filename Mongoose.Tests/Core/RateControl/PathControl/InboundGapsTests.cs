using Mongoose.Core.RateControl.PathControl;
using Mongoose.Core.Units;

namespace Mongoose.Tests.Core.RateControl.PathControl;

/// <summary>One datagram per 100 ms; times in the tests are in milliseconds.</summary>
public sealed class InboundGapsTests
{
    /// <summary>Viewers' datagram numbers have 24 bits.</summary>
    private const uint Wrap = 1 << 24;

    private InboundGaps _gaps;

    [Test]
    public void Without_a_gap_no_ack_may_have_been_lost()
    {
        Assert.That(MayHaveLostAck(0, 1000, now: 0), Is.False, "before the first datagram");
        Record((7, 0), (8, 100), (9, 200));
        Assert.That(MayHaveLostAck(0, 1000, now: 200), Is.False);
    }

    [Test]
    public void Before_the_origin_of_the_clock_no_ack_may_have_been_lost_either() =>
        Assert.That(MayHaveLostAck(-100, 100, now: -50), Is.False);

    [Test]
    public void An_ack_that_was_due_when_a_datagram_was_lost_may_have_been_lost()
    {
        Record((7, 1000), (9, 1200));
        Assert.That(MayHaveLostAck(1100, 1150, now: 1200), Is.True);
        Assert.That(MayHaveLostAck(900, 1300, now: 1200), Is.True, "the ack may have been due in the gap");
    }

    [Test]
    public void Because_viewers_collect_acks_one_due_shortly_before_the_gap_may_have_been_lost_too() =>
        Assert.That(MayHaveLostAckAfterAGap(900, 950), Is.True);

    [TestCase(300, 500)]
    [TestCase(1300, 1400)]
    public void An_ack_that_was_due_at_another_time_was_not_lost(double from, double to) =>
        Assert.That(MayHaveLostAckAfterAGap(from, to), Is.False);

    [Test]
    public void A_gap_is_forgotten()
    {
        Record((7, 1000), (9, 1200));
        Assert.That(MayHaveLostAck(1100, 1150, now: 5000), Is.False);
    }

    [Test]
    public void Several_gaps_lose_acks_independently()
    {
        Record((1, 1000), (3, 1100), (4, 1200), (6, 1300));
        Assert.That(MayHaveLostAck(1050, 1060, now: 1300) && MayHaveLostAck(1250, 1260, now: 1300), Is.True);
    }

    [Test]
    public void Late_and_repeated_datagrams_make_no_gap()
    {
        Record((7, 1000), (8, 1100), (8, 1101), (7, 1102), (9, 1200), (8, 1201), (10, 1300));
        Assert.That(MayHaveLostAck(0, 2000, now: 1300), Is.False);
    }

    [Test]
    public void A_wrap_makes_no_gap_and_later_gaps_are_found()
    {
        Record((Wrap - 2, 1000), (Wrap - 1, 1100), (0, 1200), (1, 1300));
        Assert.That(MayHaveLostAck(0, 2000, now: 1300), Is.False);
        Record((3, 1400));
        Assert.That(MayHaveLostAck(1350, 1360, now: 1400), Is.True);
    }

    [TestCase(1_000_000u)]
    [TestCase(3u)]
    public void A_viewer_that_restarts_its_numbering_makes_no_gap(uint number)
    {
        Record((500_000, 1000), (number, 1100), (number + 1, 1200));
        Assert.That(MayHaveLostAck(0, 2000, now: 1200), Is.False);
        Record((number + 3, 1300));
        Assert.That(MayHaveLostAck(1250, 1260, now: 1300), Is.True);
    }

    [Test]
    public void After_a_clock_has_gone_back_earlier_gaps_do_not_count()
    {
        Record((7, 100_000), (9, 1000), (10, 1100));
        Assert.That(MayHaveLostAck(1050, 1060, now: 1100), Is.False);
        Record((12, 1200));
        Assert.That(MayHaveLostAck(1150, 1160, now: 1200), Is.True);
    }

    private bool MayHaveLostAckAfterAGap(double from, double to)
    {
        Record((7, 1000), (9, 1200));
        return MayHaveLostAck(from, to, now: 1250);
    }

    private void Record(params (uint Number, double At)[] datagrams)
    {
        foreach ((uint number, double at) in datagrams)
            _gaps.Record(number, Instant.FromMilliseconds(at));
    }

    private bool MayHaveLostAck(double from, double to, double now) =>
        _gaps.MayHaveLostAck(Instant.FromMilliseconds(from), Instant.FromMilliseconds(to), Instant.FromMilliseconds(now));
}
