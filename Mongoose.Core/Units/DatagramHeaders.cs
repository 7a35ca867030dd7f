namespace Mongoose.Core.Units;

/// <summary>The headers of IPv4 and UDP, which every datagram has on the wire.</summary>
public static class DatagramHeaders
{
    /// <summary>Bytes of both headers.</summary>
    public const int Bytes = 28;

    /// <summary>The maximum payload of a datagram, in bytes: IPv4 counts a packet's length, with its headers, in 16 bits.</summary>
    public const int MaxPayloadBytes = ushort.MaxValue - Bytes;
}
