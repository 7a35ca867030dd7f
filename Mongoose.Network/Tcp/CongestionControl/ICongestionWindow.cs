namespace Mongoose.Network.Tcp.CongestionControl;

/// <summary>
/// Decides how much may be in flight. Which data is lost and what is sent next is the sender's business; while fast recovery lasts it
/// asks nothing here. No clock: events carry their time, which never goes back.
/// </summary>
public interface ICongestionWindow
{
    /// <summary>cwnd in bytes; at least one segment.</summary>
    long Cwnd { get; }

    /// <summary>In bytes; <see cref="long.MaxValue"/> before the first sign of congestion.</summary>
    long Ssthresh { get; }

    void OnAck(in AckEvent ack);

    void OnCongestion(in CongestionEvent congestion);

    /// <summary>No more than that many bytes from now on: after idleness, or to avoid a burst. It can grow again.</summary>
    void Limit(long cwnd);
}
