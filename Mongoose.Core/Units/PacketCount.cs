namespace Mongoose.Core.Units;

/// <summary>A number of packets, and their bytes; the owner of a count says which bytes of a packet it counts.</summary>
public readonly record struct PacketCount(long Packets, long Bytes)
{
    /// <summary>The count with one packet more.</summary>
    public PacketCount WithPacket(int bytes) => new(Packets + 1, Bytes + bytes);

    public static PacketCount operator +(PacketCount left, PacketCount right) =>
        new(left.Packets + right.Packets, left.Bytes + right.Bytes);

    public static PacketCount operator -(PacketCount left, PacketCount right) =>
        new(left.Packets - right.Packets, left.Bytes - right.Bytes);
}
