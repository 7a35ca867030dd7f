namespace Mongoose.Voice.Rtp;

/// <summary>The headers of each datagram.</summary>
public static class DatagramHeaders
{
    /// <summary>Bytes of IPv4 and UDP headers.</summary>
    public const int Bytes = 28;
}
