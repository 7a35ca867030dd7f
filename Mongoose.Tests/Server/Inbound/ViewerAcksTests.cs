using Mongoose.Core.Channels;
using Mongoose.Core.Sending;
using Mongoose.Core.Units;
using Mongoose.Server.Inbound;
using Mongoose.Server.Outbound;

namespace Mongoose.Server.Tests.Inbound;

/// <summary>Acks are read from viewers' datagrams before OpenSim parses them.</summary>
public sealed class ViewerAcksTests
{
    [Test]
    public void Acks_are_read_from_every_place_where_viewers_put_them([Values] bool appended, [Values] bool zeroCoded)
    {
        RegionRig rig = RegionRig.WithPathControl();
        Visitor visitor = rig.Enter();
        visitor.Acks = false;
        visitor.Queue(Channel.Land, packets: 3, bytes: 100);
        rig.Run(0.1);
        visitor.Receive(appended
            ? Datagrams.Ping([1, 2, 3], visitor.NextSequence(), zeroCoded)
            : Datagrams.PacketAck(visitor.NextSequence(), [1, 2, 3], zeroCoded));
        rig.Pass();
        Assert.That(visitor.Circuit.Path!.RoundTrip, Is.InRange(Duration.FromMilliseconds(90), Duration.FromMilliseconds(140)));
    }

    [Test]
    public void A_datagram_without_acks_is_recognised() =>
        Assert.That(ViewerAcks.Record(Datagrams.Ping(), new AckInbox(), Instant.Zero), Is.False);

    [Test]
    public void A_truncated_datagram_has_no_acks()
    {
        byte[] datagram = Datagrams.PacketAck(1, 1, 2, 3);
        for (int length = 0; length < datagram.Length; length++)
            Assert.That(ViewerAcks.Record(datagram.AsSpan(0, length), new AckInbox(), Instant.Zero), Is.False);
    }

    /// <summary>Acks are read from every datagram that a region receives, so reading them must not allocate.</summary>
    [Test]
    public void Reading_allocates_nothing_once_the_inbox_has_grown()
    {
        RegionRig rig = RegionRig.WithPathControl();
        Visitor visitor = rig.Enter();
        ClientCircuit circuit = visitor.Circuit.Port;
        byte[] acks = Datagrams.PacketAck(1, [1, 2, 3], zeroCoded: true), ping = Datagrams.Ping([1, 2]);
        Receive(100);
        rig.Pass();
        Assert.That(Allocation.FewestBytes(() => Receive(20)), Is.Zero);

        void Receive(int times)
        {
            for (int i = 0; i < times; i++)
            {
                circuit.Receive(acks, rig.Now);
                circuit.Receive(ping, rig.Now);
            }
        }
    }
}
