using Mongoose.Core.Channels;

namespace Mongoose.Server.Tests.Outbound;

/// <summary>OpenSim's queues, whose counts cannot be relied on, and whose packets may be gone when their turn comes.</summary>
public sealed class ClientQueuesTests
{
    /// <summary>A consumer that finds a queue empty sets its count to zero, whatever a producer has just added.</summary>
    [Test]
    public void Every_packet_of_a_queue_leaves_however_much_too_low_its_count_is([Values(-1, -5, -40, -1000)] int miscount, [Values] bool isShaping)
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
    public void The_last_packet_of_a_burst_leaves_though_its_queue_counts_none()
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
    public void A_packet_that_was_acknowledged_while_it_waited_is_passed_over()
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
    public void A_packet_that_loses_its_buffer_while_it_is_first_in_line_is_passed_over()
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
    public void Unreliable_packets_leave_too()
    {
        RegionRig rig = new();
        Visitor visitor = rig.Enter();
        visitor.Queue(Channel.Wind, packets: 5, bytes: 700, reliable: false);
        rig.Run(1);
        Assert.That(visitor.Sent, Has.Count.EqualTo(5));
        Assert.That(visitor.Circuit.Port.InFlight.Packets, Is.Zero);
    }

    [Test]
    public void A_backlog_of_every_channel_fills_the_circuit_and_no_more()
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
