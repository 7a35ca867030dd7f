using Mongoose.Core.Channels;

namespace Mongoose.Server.Tests.Outbound;

/// <summary>OpenSim's queues, whose counts are unreliable and whose packets may lose their buffers while they are queued.</summary>
public sealed class ClientQueuesTests
{
    /// <summary>A consumer that finds a queue empty sets its count to zero, even if a producer has just added a packet.</summary>
    [Test]
    public void Every_packet_of_a_queue_is_sent_even_if_the_count_is_too_low([Values(-1, -5, -40, -1000)] int miscount,
        [Values] bool isShaping)
    {
        RegionRig rig = new();
        rig.State.IsShaping = isShaping;
        Visitor visitor = rig.Enter();
        visitor.Client.Outboxes[(int)Channel.Land].Miscount(miscount);
        visitor.Queue(Channel.Land, packets: 40, bytes: 300);
        rig.Run(5);
        Assert.That(visitor.Sent, Has.Count.EqualTo(40));
    }

    [Test]
    public void The_last_packet_of_a_burst_is_sent_although_its_queue_has_a_count_of_zero()
    {
        RegionRig rig = new();
        Visitor visitor = rig.Enter();
        for (int i = 1; i <= 50; i++)
        {
            visitor.Queue(Channel.Asset);
            visitor.Client.Outboxes[(int)Channel.Asset].Miscount(-1);
            rig.Run(0.02);
            Assert.That(visitor.Sent, Has.Count.EqualTo(i));
        }
    }

    [Test]
    public void A_packet_acknowledged_while_queued_is_skipped()
    {
        RegionRig rig = new();
        Visitor visitor = rig.Enter();
        visitor.Queue(Channel.Land, packets: 3, bytes: 100);
        visitor.Queue(Channel.Land, packets: 3, bytes: 200).ToList().ForEach(packet => packet.Buffer = null);
        visitor.Queue(Channel.Land, packets: 3, bytes: 300);
        visitor.Queue(Channel.Wind).Buffer.DataLength = -1;
        rig.Run(1);
        Assert.That(visitor.Sent.Select(packet => packet.Bytes), Is.EqualTo(new[] { 100, 100, 100, 300, 300, 300 }));
        Assert.That(visitor.Circuit.Port.FindBacklog(), Is.EqualTo(ChannelSet.None));
    }

    [Test]
    public void A_packet_that_loses_its_buffer_at_the_head_of_its_queue_is_skipped()
    {
        RegionRig rig = new();
        Visitor visitor = rig.Enter(kilobitsPerSecond: 100);
        var packets = visitor.Queue(Channel.Land, packets: 20, bytes: 1000);
        rig.Run(0.1);
        int sent = visitor.Sent.Count;
        Assert.That(sent, Is.LessThan(20));
        packets[sent].Buffer = null;
        rig.Run(5);
        Assert.That(visitor.Sent, Has.Count.EqualTo(19));
    }

    [Test]
    public void Unreliable_packets_are_sent_too()
    {
        RegionRig rig = new();
        Visitor visitor = rig.Enter();
        visitor.Queue(Channel.Wind, packets: 5, bytes: 700, reliable: false);
        rig.Run(1);
        Assert.That(visitor.Sent, Has.Count.EqualTo(5));
        Assert.That(visitor.Circuit.Port.InFlight.Packets, Is.Zero);
    }

    [Test]
    public void A_backlog_of_every_channel_fills_the_circuit_without_exceeding_it()
    {
        RegionRig rig = new();
        Visitor visitor = rig.Enter(kilobitsPerSecond: 2000);
        foreach (Channel channel in ChannelSet.All)
            visitor.Queue(channel, packets: 3000, bytes: 1000);
        Mongoose.Core.Units.Instant from = rig.Now;
        rig.Run(8);
        Assert.That(visitor.SentBytes(from), Is.EqualTo(250_000 * 8).Within(2).Percent);
        Assert.That(visitor.Sent.Select(packet => packet.Channel).Distinct().Count(), Is.EqualTo(7));
    }
}
