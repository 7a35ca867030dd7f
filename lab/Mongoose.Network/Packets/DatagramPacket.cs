using Mongoose.Core.Units;
using Mongoose.Runtime.Udp;

namespace Mongoose.Network.Packets;

/// <summary>A UDP datagram with its bytes.</summary>
public sealed class DatagramPacket : Packet
{
    /// <summary>Bytes of the IPv4 and UDP headers of every datagram on the wire.</summary>
    public const int HeaderBytes = DatagramHeaders.Bytes;

    private readonly PacketPool<DatagramPacket> _pool;
    private byte[] _buffer = [];

    private DatagramPacket(PacketPool<DatagramPacket> pool) => _pool = pool;

    /// <summary>The peer's address for the receiver; links do not read it.</summary>
    public UdpAddress Peer { get; private set; }

    public int Length { get; private set; }

    public ReadOnlySpan<byte> Payload => _buffer.AsSpan(0, Length);

    public static PacketPool<DatagramPacket> NewPool() => new(static pool => new DatagramPacket(pool));

    /// <summary>Copies the datagram and sets the packet's size on the wire.</summary>
    public void Set(UdpAddress peer, ReadOnlySpan<byte> payload)
    {
        if (_buffer.Length < payload.Length)
            _buffer = new byte[Math.Max(payload.Length, 1500)];
        payload.CopyTo(_buffer);
        Peer = peer;
        Length = payload.Length;
        WireBytes = payload.Length + HeaderBytes;
    }

    public override Packet Copy()
    {
        DatagramPacket copy = _pool.Rent();
        copy.Set(Peer, Payload);
        copy.CopyHeaderFrom(this);
        return copy;
    }

    public override void Release() => _pool.Return(this);
}
