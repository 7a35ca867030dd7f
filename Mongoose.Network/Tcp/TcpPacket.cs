using Mongoose.Network.Packets;

namespace Mongoose.Network.Tcp;

/// <summary>
/// A segment of simulated TCP in transit: data or an acknowledgment. Its size on the wire is the payload, 40 bytes of IPv4 and TCP header, 12 of
/// timestamps if they are on, 4 of SACK and 8 per block; a packet that opens the connection has 60 bytes.
/// </summary>
public sealed class TcpPacket : Packet
{
    private const int HeaderBytes = 40, TimestampBytes = 12, SackBytes = 4, SackBlockBytes = 8, SynBytes = 60;

    /// <summary>What a segment whose data was given up has in place of its data: a FORWARD TSN chunk without streams (RFC 3758 section 3.2).</summary>
    public const int NoticeBytes = 8;

    private readonly PacketPool<TcpPacket> _pool;

    private TcpPacket(PacketPool<TcpPacket> pool) => _pool = pool;

    public bool IsAck { get; private set; }

    /// <summary>The segment of a packet that is not an acknowledgment.</summary>
    public DataSegment Data { get; private set; }

    /// <summary>Whether the data was given up: only the notice of its range is on the wire.</summary>
    public bool IsAbandoned { get; private set; }

    public AckSegment Ack { get; private set; }

    public static PacketPool<TcpPacket> NewPool() => new(static pool => new TcpPacket(pool));

    internal void Set(in DataSegment data, bool timestamps, bool abandoned = false)
    {
        IsAck = false;
        IsAbandoned = abandoned;
        Data = data;
        WireBytes = data.IsSyn ? SynBytes : (abandoned ? NoticeBytes : data.Length) + HeaderBytes + (timestamps ? TimestampBytes : 0);
    }

    internal void Set(in AckSegment ack, bool timestamps)
    {
        IsAck = true;
        Ack = ack;
        int blocks = ack.Sack.Count;
        WireBytes = HeaderBytes + (timestamps ? TimestampBytes : 0) + (blocks == 0 ? 0 : SackBytes + blocks * SackBlockBytes);
    }

    public override Packet Copy()
    {
        TcpPacket copy = _pool.Rent();
        copy.CopyHeaderFrom(this);
        (copy.IsAck, copy.IsAbandoned, copy.Data, copy.Ack) = (IsAck, IsAbandoned, Data, Ack);
        return copy;
    }

    public override void Release() => _pool.Return(this);
}
