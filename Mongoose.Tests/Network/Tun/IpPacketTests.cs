using System.Buffers.Binary;
using Mongoose.Network.Packets;
using Mongoose.Network.Tun;
using Mongoose.Runtime.Udp;
using Mongoose.Tests.Network.Packets;
using ForAllAttribute = FsCheck.NUnit.PropertyAttribute;

namespace Mongoose.Tests.Network.Tun;

public sealed class IpPacketTests
{
    private static readonly UdpAddress Source = new(0xC6120001, 5001), Destination = new(0xC6120002, 443);

    private readonly PacketPool<IpPacket> _pool = IpPacket.NewPool();

    [TestCase(FlowKey.Tcp)]
    [TestCase(FlowKey.Udp)]
    public void Size_flow_and_ECN_field_come_from_the_header(byte protocol)
    {
        IpPacket packet = Parsed(Header(1200, protocol, Ecn.Capable0), received: 1200);
        Assert.That(packet.WireBytes, Is.EqualTo(1200));
        Assert.That(packet.Ecn, Is.EqualTo(Ecn.Capable0));
        Assert.That(packet.Flow, Is.EqualTo(new FlowKey(Source, Destination, protocol)));
    }

    [Test]
    public void Ports_are_found_behind_header_options()
    {
        IpPacket packet = Parsed(Header(100, FlowKey.Udp, optionBytes: 12), received: 100);
        Assert.That((packet.Flow.Source.Port, packet.Flow.Destination.Port), Is.EqualTo((5001, 443)));
    }

    [Test]
    public void Later_fragments_and_protocols_without_ports_have_ports_of_zero()
    {
        byte[] fragment = Header(100, FlowKey.Udp);
        fragment[7] = 1; // Fragment offset 8.
        byte[] ping = Header(100, protocol: 1);
        foreach (byte[] packet in (byte[][])[fragment, ping])
        {
            FlowKey flow = Parsed(packet, received: 100).Flow;
            Assert.That((flow.Source, flow.Destination), Is.EqualTo((Source with { Port = 0 }, Destination with { Port = 0 })));
        }
    }

    [Test]
    public void Anything_but_a_whole_IPv4_packet_is_refused()
    {
        byte[] good = Header(40, FlowKey.Udp);
        byte[] six = Header(40, FlowKey.Udp), shortHeader = Header(40, FlowKey.Udp), lengthInHeader = Header(40, FlowKey.Udp);
        six[0] = 0x65;
        shortHeader[0] = 0x44;
        BinaryPrimitives.WriteUInt16BigEndian(lengthInHeader.AsSpan(2), 19);
        Assert.That(TryParse(good, 40), Is.True);
        Assert.That(TryParse(good, 39), Is.False, "truncated");
        Assert.That(TryParse(good, 19), Is.False, "an incomplete header");
        Assert.That(TryParse(good, 0), Is.False, "nothing");
        Assert.That(TryParse(six, 40), Is.False, "IPv6");
        Assert.That(TryParse(shortHeader, 40), Is.False, "a header below the minimum");
        Assert.That(TryParse(lengthInHeader, 40), Is.False, "a packet shorter than its header");
    }

    [ForAll]
    public bool A_mark_changes_the_ECN_field_alone_and_leaves_the_checksum_right(int seed)
    {
        Random random = new(seed);
        byte[] header = new byte[20];
        random.NextBytes(header);
        header[0] = 0x45;
        header[1] = (byte)(header[1] & ~0b11 | (random.Next(2) == 0 ? 0b01 : 0b10));
        BinaryPrimitives.WriteUInt16BigEndian(header.AsSpan(2), 20);
        BinaryPrimitives.WriteUInt16BigEndian(header.AsSpan(10), 0);
        BinaryPrimitives.WriteUInt16BigEndian(header.AsSpan(10), (ushort)~FullChecksum.Sum(header));
        IpPacket packet = Parsed(header, 20);
        packet.Ecn = Ecn.CongestionExperienced;
        packet.WriteEcn();
        byte[] marked = packet.Bytes.ToArray();
        return FullChecksum.Sum(marked) == 0xFFFF && marked[1] == (header[1] | 0b11)
            && marked[2..10].SequenceEqual(header[2..10]) && marked[12..].SequenceEqual(header[12..]);
    }

    [Test]
    public void An_unmarked_packet_is_written_unchanged()
    {
        byte[] header = Header(20, FlowKey.Tcp, Ecn.Capable1);
        header[10] = 0xAB; // Not even a wrong checksum is corrected.
        IpPacket packet = Parsed(header, 20);
        packet.WriteEcn();
        Assert.That(packet.Bytes.ToArray(), Is.EqualTo(header));
    }

    [Test]
    public void A_copy_is_independent()
    {
        IpPacket packet = Parsed(Header(60, FlowKey.Udp), 60);
        IpPacket copy = (IpPacket)packet.Copy();
        byte[] before = packet.Bytes.ToArray();
        packet.Buffer.Clear();
        packet.Release();
        Assert.That(copy.Bytes.ToArray(), Is.EqualTo(before));
        Assert.That((copy.WireBytes, copy.Flow.Destination), Is.EqualTo((60, Destination)));
    }

    private IpPacket Parsed(byte[] bytes, int received)
    {
        IpPacket packet = _pool.Rent();
        bytes.CopyTo(packet.Buffer);
        Assert.That(packet.TryParse(received), Is.True);
        return packet;
    }

    private bool TryParse(byte[] bytes, int received)
    {
        IpPacket packet = _pool.Rent();
        bytes.CopyTo(packet.Buffer);
        return packet.TryParse(received);
    }

    private static byte[] Header(int totalBytes, byte protocol, Ecn ecn = Ecn.NotCapable, int optionBytes = 0)
    {
        byte[] packet = new byte[totalBytes];
        packet[0] = (byte)(0x40 | (20 + optionBytes) / 4);
        packet[1] = (byte)ecn;
        BinaryPrimitives.WriteUInt16BigEndian(packet.AsSpan(2), (ushort)totalBytes);
        packet[9] = protocol;
        BinaryPrimitives.WriteUInt32BigEndian(packet.AsSpan(12), Source.Host);
        BinaryPrimitives.WriteUInt32BigEndian(packet.AsSpan(16), Destination.Host);
        if (totalBytes >= 24 + optionBytes)
        {
            BinaryPrimitives.WriteUInt16BigEndian(packet.AsSpan(20 + optionBytes), Source.Port);
            BinaryPrimitives.WriteUInt16BigEndian(packet.AsSpan(22 + optionBytes), Destination.Port);
        }
        return packet;
    }
}
