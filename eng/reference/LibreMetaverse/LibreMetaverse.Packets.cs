namespace LibreMetaverse.Packets;

public struct Header
{
    public bool Resent;
    public uint Sequence;
}

public abstract class Packet
{
    private protected Packet() => throw null;

    public Header Header;
    public PacketType Type;

    public static Packet BuildPacket(byte[] packetBuffer, ref int packetEnd, byte[] zeroBuffer) => throw null;
    public abstract byte[] ToBytes();
}

public enum PacketType
{
    Default = 0,
}
