using Mongoose.Core.Channels;
using Mongoose.Core.Shaping;

namespace Mongoose.Tests.Core.Shaping;

public sealed class ChannelQueuesTests
{
    [Test]
    public void Packets_leave_their_channel_in_the_order_of_arrival()
    {
        var queues = new ChannelQueues<string>();
        Assert.That(queues.IsEmpty);
        queues.Enqueue(Channel.Task, "a", 10);
        queues.Enqueue(Channel.Land, "x", 30);
        queues.Enqueue(Channel.Task, "b", 20);
        Assert.That(queues.HeadBytes(Channel.Task), Is.EqualTo(10));
        Assert.That(queues.TryDequeue(Channel.Task, out string? first) && first == "a");
        Assert.That(queues.HeadBytes(Channel.Task), Is.EqualTo(20));
        Assert.That(queues.TryDrop(Channel.Task, DropReason.Cleared, out string? second) && second == "b");
        Assert.That(queues.HeadBytes(Channel.Task), Is.Zero);
        Assert.That(queues.TryDequeue(Channel.Task, out _), Is.False);
        Assert.That(queues.TryDrop(Channel.Task, DropReason.Cleared, out _), Is.False);
        Assert.That(queues.IsEmpty, Is.False);
        Assert.That(queues.HeadBytes(Channel.Land), Is.EqualTo(30));
    }

    [Test]
    public void A_packet_beyond_the_limit_is_refused_and_counted_as_enqueued_and_dropped()
    {
        var queues = new ChannelQueues<int>(limitBytes: 1000);
        Assert.That(queues.Enqueue(Channel.Asset, 1, 600));
        Assert.That(queues.Enqueue(Channel.Asset, 2, 401), Is.False);
        Assert.That(queues.Enqueue(Channel.Asset, 3, 400), "exactly the limit is allowed");
        QueueCounters counters = queues.Counters(Channel.Asset);
        Assert.Multiple(() =>
        {
            Assert.That((counters.Enqueued.Packets, counters.Enqueued.Bytes), Is.EqualTo((3L, 1401L)));
            Assert.That((counters.Dropped.Packets, counters.Dropped.Bytes), Is.EqualTo((1L, 401L)));
            Assert.That((counters.Queued.Packets, counters.Queued.Bytes), Is.EqualTo((2L, 1000L)));
            Assert.That(counters.DroppedFor(DropReason.QueueFull), Is.EqualTo(1));
            Assert.That(counters.DroppedFor(DropReason.Cleared), Is.Zero);
            Assert.That(queues.Packets(Channel.Asset), Is.EqualTo(2));
        });
    }

    [Test]
    public void Bytes_taken_out_of_the_first_packet_count_as_dropped()
    {
        var queues = new ChannelQueues<string>();
        queues.Enqueue(Channel.Resend, "a", 100);
        queues.Enqueue(Channel.Resend, "b", 50);
        queues.TrimHead(Channel.Resend, 18);
        Assert.That(queues.HeadBytes(Channel.Resend), Is.EqualTo(18));
        Assert.That(queues.TryDequeue(Channel.Resend, out string? first) && first == "a");
        QueueCounters counters = queues.Counters(Channel.Resend);
        Assert.Multiple(() =>
        {
            Assert.That((counters.Sent.Packets, counters.Sent.Bytes), Is.EqualTo((1L, 18L)));
            Assert.That((counters.Dropped.Packets, counters.Dropped.Bytes), Is.EqualTo((0L, 82L)));
            Assert.That((counters.Queued.Packets, counters.Queued.Bytes), Is.EqualTo((1L, 50L)));
            Assert.That(queues.HeadBytes(Channel.Resend), Is.EqualTo(50), "the next packet keeps its size");
        });
    }

    [TestCase(0)]
    [TestCase(11)]
    public void The_first_packet_cannot_be_trimmed_to_nothing_or_made_longer(int bytes)
    {
        var queues = new ChannelQueues<int>();
        queues.Enqueue(Channel.Resend, 1, 10);
        Assert.Throws<ArgumentOutOfRangeException>(() => queues.TrimHead(Channel.Resend, bytes));
        Assert.That(queues.HeadBytes(Channel.Resend), Is.EqualTo(10));
    }

    [TestCase(0)]
    [TestCase(-1)]
    [TestCase(TokenBucket.MaxPacketBytes + 1)]
    public void A_size_out_of_range_is_refused(int bytes)
    {
        var queues = new ChannelQueues<int>();
        Assert.Throws<ArgumentOutOfRangeException>(() => queues.Enqueue(Channel.Task, 0, bytes));
        Assert.That(queues.Counters(Channel.Task).Enqueued.Packets, Is.Zero);
    }

    [Test]
    public void A_limit_below_one_byte_is_refused() =>
        Assert.Throws<ArgumentOutOfRangeException>(() => _ = new ChannelQueues<int>(limitBytes: 0));
}
