using Mongoose.Core.Channels;
using Mongoose.Core.Paths;
using Mongoose.Server.Outbound;
using OpenSim.Region.ClientStack.LindenUDP;

namespace Mongoose.Server.Tests.Outbound;

/// <summary>The table of unacknowledged packets by sequence number.</summary>
public sealed class UnackedPacketsTests
{
    private readonly UnackedPackets _packets = new();
    private readonly Visitor _visitor = new RegionRig().Enter();

    [Test]
    public void A_packet_is_found_by_its_number_until_it_is_acknowledged()
    {
        OutgoingPacket packet = Add(7);
        Assert.That(_packets.Find(7), Is.SameAs(packet));
        Assert.That(_packets.Find(8), Is.Null);
        packet.Buffer = null;
        Assert.That(_packets.Find(7), Is.Null, "OpenSim has taken its buffer");
    }

    [Test]
    public void Numbers_in_the_same_slot_are_not_confused()
    {
        OutgoingPacket old = Add(3);
        old.Buffer = null;
        Add(3 + 64);
        Assert.That(_packets.Find(3), Is.Null);
        Assert.That(_packets.Find(3 + 64), Is.Not.Null);
    }

    [Test]
    public void Every_unacknowledged_packet_is_found_even_across_the_wrap_of_numbers()
    {
        uint first = uint.MaxValue - 500;
        OutgoingPacket[] packets = Enumerable.Range(0, 1000).Select(i => Add(first + (uint)i)).ToArray();
        Assert.That(packets.Select(packet => _packets.Find(packet.SequenceNumber)), Is.EqualTo(packets));
    }

    [Test]
    public void Its_span_of_numbers_is_limited()
    {
        for (uint number = 0; number < 3 * SentPackets.MaxNumbers; number++)
            Add(number);
        Assert.That(_packets.Find(2 * SentPackets.MaxNumbers - 1), Is.Null, "a newer packet has replaced it");
        Assert.That(_packets.Find(2 * SentPackets.MaxNumbers), Is.Not.Null);
    }

    [Test]
    public void Acknowledged_packets_are_removed()
    {
        WeakReference packet = AddAcked();
        _packets.DropAcked();
        GC.Collect();
        Assert.That(packet.IsAlive, Is.False);
    }

    private WeakReference AddAcked()
    {
        OutgoingPacket packet =
            new(null, OpenSimUDPBase.GetNewUDPBuffer(null), OpenSim.Framework.ThrottleOutPacketType.Land, null) { SequenceNumber = 9 };
        _packets.Add(packet, isTracked: true);
        packet.Buffer = null;
        return new WeakReference(packet);
    }

    private OutgoingPacket Add(uint number)
    {
        OutgoingPacket packet = _visitor.Queue(Channel.Land, 50);
        packet.SequenceNumber = number;
        _packets.Add(packet, isTracked: true);
        return packet;
    }
}
