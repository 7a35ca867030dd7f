namespace Mongoose.Network.Tcp.CongestionControl;

/// <summary>Growth below ssthresh by bytes (RFC 3465 sections 2.2 and 2.3).</summary>
internal static class SlowStart
{
    /// <summary>
    /// The window's growth in bytes: the acknowledged bytes, but at most <paramref name="segments"/>, or one after a timeout.
    /// </summary>
    public static long Increase(in AckEvent ack, int segmentBytes, int segments) =>
        Math.Min(ack.Bytes, (ack.AfterTimeout ? 1 : segments) * (long)segmentBytes);
}
