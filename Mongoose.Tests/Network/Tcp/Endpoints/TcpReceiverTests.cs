using Mongoose.Core.Units;
using Mongoose.Network.Tcp;
using Mongoose.Network.Tcp.Endpoints;

namespace Mongoose.Tests.Network.Tcp.Endpoints;

public sealed class TcpReceiverTests
{
    private static readonly TcpOptions Options = new() { SegmentBytes = 500 };
    private static readonly Instant Now = Instant.FromSeconds(1);

    [Test]
    public void Every_second_segment_is_acknowledged_immediately_and_the_first_after_the_delay()
    {
        TcpReceiver receiver = new(Options);
        receiver.OnSegment(Segment(0), false, Now);
        Assert.That((receiver.AckIsDue, receiver.AckAt), Is.EqualTo((false, Now + Options.AckDelay)));
        receiver.OnSegment(Segment(500), false, Now);
        Assert.That(receiver.AckIsDue);
        Assert.That(receiver.TakeAck().Next, Is.EqualTo(1000));
        Assert.That((receiver.AckIsDue, receiver.AckAt), Is.EqualTo((false, Instant.Never)));
    }

    [Test]
    public void Every_segment_is_acknowledged_immediately_if_requested()
    {
        TcpReceiver receiver = new(Options with { SegmentsPerAck = 1 });
        receiver.OnSegment(Segment(0), false, Now);
        Assert.That(receiver.AckIsDue);
    }

    [Test]
    public void Segments_out_of_order_and_those_that_fill_a_hole_are_acknowledged_immediately()
    {
        TcpReceiver receiver = new(Options);
        foreach (long start in new long[] { 1000, 2000, 500, 0 })
        {
            receiver.OnSegment(Segment(start), false, Now);
            Assert.That(receiver.AckIsDue, $"{start}");
            receiver.TakeAck();
        }
        Assert.That(receiver.Next, Is.EqualTo(1500));
    }

    [Test]
    public void The_block_that_changed_last_is_reported_first_and_at_most_three_are_reported()
    {
        // RFC 2018 section 7, case 3, numbered from 5000: every second segment is lost.
        TcpReceiver receiver = new(Options);
        for (long start = 0; start < 5000; start += 500)
            receiver.OnSegment(Segment(start), false, Now);
        Assert.That(Blocks(receiver, 5500), Is.EqualTo("5500-6000"));
        Assert.That(Blocks(receiver, 6500), Is.EqualTo("6500-7000 5500-6000"));
        Assert.That(Blocks(receiver, 7500), Is.EqualTo("7500-8000 6500-7000 5500-6000"));
        Assert.That(Blocks(receiver, 8500), Is.EqualTo("8500-9000 7500-8000 6500-7000"));
        Assert.That(Blocks(receiver, 7000), Is.EqualTo("6500-8000 8500-9000 5500-6000"), "the fourth packet late: it joins two");
        Assert.That(Blocks(receiver, 5000), Is.EqualTo("6500-8000 8500-9000"), "the first: the acknowledgment moves to 6000");
        Assert.That(receiver.Next, Is.EqualTo(6000));
    }

    [Test]
    public void A_mark_is_echoed_until_the_sender_confirms_it()
    {
        TcpReceiver receiver = new(Options with { Ecn = true });
        receiver.OnSegment(Segment(0), true, Now);
        Assert.That(receiver.TakeAck().Ece);
        receiver.OnSegment(Segment(500), false, Now);
        Assert.That(receiver.TakeAck().Ece);
        receiver.OnSegment(Segment(1000) with { Cwr = true }, false, Now);
        Assert.That(receiver.TakeAck().Ece, Is.False);
    }

    [Test]
    public void A_delayed_acknowledgment_echoes_the_timestamp_of_the_first_segment()
    {
        TcpReceiver receiver = new(Options);
        receiver.OnSegment(Segment(0) with { SentAt = Instant.FromMilliseconds(10) }, false, Now);
        receiver.OnSegment(Segment(500) with { SentAt = Instant.FromMilliseconds(20) }, false, Now);
        Assert.That(receiver.TakeAck().Echo.Milliseconds, Is.EqualTo(10));
    }

    private static DataSegment Segment(long start) => new(start, 500, Instant.Zero);

    private static string Blocks(TcpReceiver receiver, long start)
    {
        receiver.OnSegment(Segment(start), false, Now);
        SackBlocks blocks = receiver.TakeAck().Sack;
        return string.Join(' ', Enumerable.Range(0, blocks.Count).Select(i => blocks[i]));
    }
}
