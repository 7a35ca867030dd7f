namespace Mongoose.Network.Tcp.CongestionControl;

/// <summary>Growth below ssthresh by bytes (RFC 3465 sections 2.2 and 2.3).</summary>
internal static class SlowStart
{
    /// <summary>Bytes that the window grows by: what was acknowledged, but no more than <paramref name="segments"/>, and one after a timeout.</summary>
    public static long Increase(in AckEvent ack, int segmentBytes, int segments) =>
        Math.Min(ack.Bytes, (ack.AfterTimeout ? 1 : segments) * (long)segmentBytes);
}
