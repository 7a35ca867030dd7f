namespace Mongoose.Core.Units;

/// <summary>The headers of IPv4 and UDP, which every datagram has on the wire.</summary>
public static class DatagramHeaders
{
    /// <summary>Bytes of both headers.</summary>
    public const int Bytes = 28;
}
