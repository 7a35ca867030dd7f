using System.Buffers.Binary;
using Mongoose.Network.Packets;
using Mongoose.Runtime.Udp;

namespace Mongoose.Tests.Network.Packets;

/// <summary>A TCP segment in an IPv4 packet, in the format of the wire, with correct checksums.</summary>
internal sealed record TcpBytes
{
    public const int IpHeader = 20, SizeAt = 12, WindowAt = 14, ChecksumAt = 16;

    public UdpAddress Source { get; init; } = new(0xC6120001, 5001);

    public UdpAddress Destination { get; init; } = new(0xC6120002, 443);

    public TcpFlags Flags { get; init; } = TcpFlags.Ack;

    public uint Sequence { get; init; } = 0x01020304;

    public uint Acknowledgment { get; init; } = 0xFFEEDDCC;

    public ushort Window { get; init; } = 512;

    /// <summary>A multiple of four bytes, up to 40.</summary>
    public byte[] Options { get; init; } = [];

    public int PayloadBytes { get; init; }

    /// <summary>A multiple of four bytes, up to 40.</summary>
    public int IpOptionBytes { get; init; }

    public byte[] ToPacket()
    {
        int header = IpHeader + IpOptionBytes, size = TcpHeader.MinBytes + Options.Length;
        byte[] packet = new byte[header + size + PayloadBytes];
        packet[0] = (byte)(0x40 | header / 4);
        BinaryPrimitives.WriteUInt16BigEndian(packet.AsSpan(2), (ushort)packet.Length);
        packet[8] = 64;
        packet[9] = FlowKey.Tcp;
        BinaryPrimitives.WriteUInt32BigEndian(packet.AsSpan(12), Source.Host);
        BinaryPrimitives.WriteUInt32BigEndian(packet.AsSpan(16), Destination.Host);
        Span<byte> segment = packet.AsSpan(header);
        BinaryPrimitives.WriteUInt16BigEndian(segment, Source.Port);
        BinaryPrimitives.WriteUInt16BigEndian(segment[2..], Destination.Port);
        BinaryPrimitives.WriteUInt32BigEndian(segment[4..], Sequence);
        BinaryPrimitives.WriteUInt32BigEndian(segment[8..], Acknowledgment);
        segment[SizeAt] = (byte)(size / 4 << 4);
        segment[13] = (byte)Flags;
        BinaryPrimitives.WriteUInt16BigEndian(segment[WindowAt..], Window);
        Options.CopyTo(segment[TcpHeader.MinBytes..]);
        for (int i = size; i < segment.Length; i++)
            segment[i] = (byte)(i * 37);
        FullChecksum.Write(packet);
        return packet;
    }

    public byte[] ToSegment() => ToPacket()[(IpHeader + IpOptionBytes)..];

    /// <summary>The window field of a packet.</summary>
    public static int WindowOf(byte[] packet) => BinaryPrimitives.ReadUInt16BigEndian(packet.AsSpan((packet[0] & 0xF) * 4 + WindowAt));

    /// <summary>Whether two packets differ at most in the window and the checksum of their segments.</summary>
    public static bool AreSameButWindow(byte[] one, byte[] other)
    {
        int header = (one[0] & 0xF) * 4;
        int from = header + WindowAt, to = header + ChecksumAt + 2;
        return one.Length == other.Length
            && one.AsSpan(0, from).SequenceEqual(other.AsSpan(0, from)) && one.AsSpan(to).SequenceEqual(other.AsSpan(to));
    }

    /// <summary>A copy that is cut short, has some changed bytes of the headers, or both.</summary>
    public static byte[] Damage(byte[] whole, Random random)
    {
        byte[] damaged = whole[..(random.Next(2) == 0 ? whole.Length : random.Next(whole.Length + 1))];
        for (int changes = random.Next(4); changes > 0 && damaged.Length > 0; changes--)
            damaged[random.Next(Math.Min(damaged.Length, 64))] = (byte)random.Next(256);
        if (damaged.Length >= IpHeader && random.Next(4) > 0)
        {
            damaged[0] = (byte)(0x45 + random.Next(2));
            BinaryPrimitives.WriteUInt16BigEndian(damaged.AsSpan(2), (ushort)damaged.Length);
        }
        return damaged;
    }
}
