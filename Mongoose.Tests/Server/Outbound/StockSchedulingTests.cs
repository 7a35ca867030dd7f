using Mongoose.Core.Channels;
using OpenSim.Region.ClientStack.LindenUDP;

namespace Mongoose.Server.Tests.Outbound;

/// <summary>While Mongoose is disabled on the console, OpenSim schedules on the same thread.</summary>
public sealed class StockSchedulingTests
{
    private RegionRig _rig = null!;
    private Visitor _visitor = null!;

    [SetUp]
    public void Enter()
    {
        _rig = new RegionRig();
        _rig.State.IsShaping = false;
        _visitor = _rig.Enter(kilobitsPerSecond: 500);
    }

    [Test]
    public void Its_packets_are_sent_and_counted()
    {
        foreach (Channel channel in ChannelSet.All)
            _visitor.Queue(channel, packets: 20, bytes: 500);
        _rig.Run(20);
        Assert.That(_visitor.Sent, Has.Count.EqualTo(140));
        foreach (Channel channel in ChannelSet.All)
            Assert.That(_visitor.Circuit.Counters.Usage(channel).Bytes, Is.EqualTo(10_000), channel.ToString());
        Assert.That(_rig.Outbound.Sender.Counters.Sent.Packets, Is.EqualTo(140));
    }

    [Test]
    public void OpenSim_refills_its_queues()
    {
        _visitor.View.EntityUpdateQueue.Add(200);
        _visitor.View.ImageManager.Add(30);
        _rig.Run(20);
        Assert.That(_visitor.SentBytes(), Is.EqualTo(200 * 191 + 30 * 1027));
    }

    [Test]
    public void A_packet_that_cannot_be_sent_is_removed_without_affecting_others([Values] Channel failing)
    {
        Dictionary<Channel, OutgoingPacket[]> queued = [];
        foreach (Channel channel in ChannelSet.All)
            queued[channel] = _visitor.Queue(channel, packets: 10, bytes: 1200);
        OutgoingPacket broken = queued[failing][3];
        SendFailure failure = _rig.Fail(packet => packet == broken);
        _rig.Run(30);

        foreach (Channel channel in ChannelSet.All)
        {
            Assert.That(_visitor.Sent.Where(packet => packet.Channel == channel && !packet.IsResend).Select(packet => packet.Packet),
                Is.EqualTo(queued[channel].Where(packet => packet != broken)), $"{channel}: every other packet, once, in order");
        }
        Assert.That(failure.Attempts, Is.InRange(1, 2));
        Assert.That(_rig.Server.Failures.Count.SinceReset, Is.EqualTo(1));
    }

    [Test]
    public void A_resend_that_fails_is_repeated_later()
    {
        _visitor.Acks = false;
        OutgoingPacket packet = _visitor.Queue(Channel.Land);
        SendFailure failure = _rig.Fail(sending => sending.ResendCount == 1);
        _rig.Run(0.8);
        Assert.That(failure.Attempts, Is.Positive);
        Assert.That(_visitor.Resends, Is.Empty);
        Assert.That(packet.TickCount, Is.Not.Zero, "a time of 0 would mark the packet as queued");
        _rig.Run(4);
        Assert.That(_visitor.Resends, Is.Not.Empty);
    }

    [Test]
    public void A_client_that_throws_does_not_affect_the_others()
    {
        Visitor other = _rig.Enter(name: "Charles Babbage");
        _visitor.Client.OnCall = member => throw new InvalidOperationException(member);
        other.Queue(Channel.Asset, packets: 10, bytes: 500);
        _rig.Run(3);
        Assert.That(other.Sent, Has.Count.EqualTo(10));
        Assert.That(_rig.Server.Failures.Count.SinceReset, Is.Positive);
    }
}
