using System.Buffers.Binary;
using Mongoose.Network.Packets;
using Mongoose.Runtime.Udp;

namespace Mongoose.Network.Tun;

/// <summary>
/// A whole IPv4 packet as the kernel created it. A fragment other than the first has ports of 0, like protocols without ports.
/// </summary>
public sealed class IpPacket : Packet
{
    /// <summary>The maximum size of a packet.</summary>
    public const int MaxBytes = 1500;

    private const int VersionOffset = 0, EcnOffset = 1, LengthOffset = 2, FragmentOffset = 6, ProtocolOffset = 9, ChecksumOffset = 10;
    private const int SourceOffset = 12, DestinationOffset = 16, MinHeaderBytes = 20, PortBytes = 4;
    private const int EcnMask = 0b11, FragmentMask = 0x1FFF, MoreFragments = 0x2000;

    private readonly PacketPool<IpPacket> _pool;
    private readonly byte[] _buffer = new byte[MaxBytes];

    private IpPacket(PacketPool<IpPacket> pool) => _pool = pool;

    /// <summary>Holds the packet for <see cref="TryParse"/>.</summary>
    public Span<byte> Buffer => _buffer;

    /// <summary>The packet from the first byte of the IP header to the last byte of the payload.</summary>
    public ReadOnlySpan<byte> Bytes => _buffer.AsSpan(0, WireBytes);

    /// <summary>The TCP segment in the packet; empty if there is none, or a fragment of one.</summary>
    private Span<byte> Segment =>
        Flow.Protocol == FlowKey.Tcp
        && (BinaryPrimitives.ReadUInt16BigEndian(_buffer.AsSpan(FragmentOffset)) & (FragmentMask | MoreFragments)) == 0
            ? _buffer.AsSpan(HeaderBytes(_buffer)..WireBytes)
            : [];

    public static PacketPool<IpPacket> NewPool() => new(static pool => new IpPacket(pool));

    /// <summary>
    /// Reads size, flow and ECN field from the IPv4 header (RFC 791 section 3.1) in <see cref="Buffer"/>; returns false if the header is
    /// not valid, or if the packet is longer than the <paramref name="length"/> bytes in the buffer.
    /// </summary>
    public bool TryParse(int length)
    {
        ReadOnlySpan<byte> bytes = _buffer.AsSpan(0, length);
        if (length < MinHeaderBytes || bytes[VersionOffset] >> 4 != 4)
            return false;
        int headerBytes = HeaderBytes(bytes);
        int totalBytes = BinaryPrimitives.ReadUInt16BigEndian(bytes[LengthOffset..]);
        if (headerBytes < MinHeaderBytes || totalBytes < headerBytes || totalBytes > length)
            return false;
        WireBytes = totalBytes;
        Ecn = (Ecn)(bytes[EcnOffset] & EcnMask);
        byte protocol = bytes[ProtocolOffset];
        bool hasPorts = protocol is FlowKey.Tcp or FlowKey.Udp && totalBytes >= headerBytes + PortBytes
            && (BinaryPrimitives.ReadUInt16BigEndian(bytes[FragmentOffset..]) & FragmentMask) == 0;
        ReadOnlySpan<byte> ports = hasPorts ? bytes.Slice(headerBytes, PortBytes) : [0, 0, 0, 0];
        Flow = new FlowKey(Address(bytes[SourceOffset..], ports), Address(bytes[DestinationOffset..], ports[2..]), protocol);
        return true;
    }

    /// <summary>Writes the ECN field into the header if a queue has changed it, and updates the checksum.</summary>
    public void WriteEcn()
    {
        if ((_buffer[EcnOffset] & EcnMask) == (int)Ecn)
            return;
        ushort word = (ushort)(BinaryPrimitives.ReadUInt16BigEndian(_buffer) & ~EcnMask | (int)Ecn);
        InternetChecksum.Replace(_buffer, VersionOffset, word, ChecksumOffset);
    }

    public override bool TryReadTcp(out TcpFields fields) => TcpHeader.TryRead(Segment, out fields);

    public override void WriteWindow(uint window)
    {
        ArgumentOutOfRangeException.ThrowIfGreaterThan(window, ushort.MaxValue);
        Span<byte> segment = Segment;
        if (segment.Length < TcpHeader.MinBytes)
            base.WriteWindow(window);
        TcpHeader.WriteWindow(segment, (ushort)window);
    }

    public override Packet Copy()
    {
        IpPacket copy = _pool.Rent();
        Bytes.CopyTo(copy._buffer);
        copy.CopyHeaderFrom(this);
        return copy;
    }

    public override void Release() => _pool.Return(this);

    private static int HeaderBytes(ReadOnlySpan<byte> packet) => (packet[VersionOffset] & 0xF) * 4;

    private static UdpAddress Address(ReadOnlySpan<byte> host, ReadOnlySpan<byte> port) =>
        new(BinaryPrimitives.ReadUInt32BigEndian(host), BinaryPrimitives.ReadUInt16BigEndian(port));
}
