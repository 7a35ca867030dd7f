using Mongoose.Core.Units;
using Mongoose.Network.Tcp.CongestionControl;

namespace Mongoose.Tests.Network.Tcp.CongestionControl;

/// <summary>
/// A congestion window on its own, fed with acknowledgments; segments have 1000 bytes and the whole window is always in flight.
/// </summary>
internal sealed class WindowRig(CongestionAlgorithm control, int initialSegments)
{
    public const int SegmentBytes = 1000;

    private long _next;

    public ICongestionWindow Window { get; } = control.Start(SegmentBytes, initialSegments * SegmentBytes);

    public Instant Now { get; private set; } = Instant.FromSeconds(10);

    public double Cwnd => (double)Window.Cwnd / SegmentBytes;

    public double Ssthresh => (double)Window.Ssthresh / SegmentBytes;

    public void Ack(Duration rtt, bool cwndLimited = true)
    {
        _next += SegmentBytes;
        Window.OnAck(new AckEvent
        {
            Now = Now,
            Bytes = SegmentBytes,
            Next = _next,
            SendNext = _next + Window.Cwnd,
            Rtt = rtt,
            SmoothedRtt = rtt,
            CwndLimited = cwndLimited,
        });
    }

    /// <summary>A round trip in which every segment of the window is acknowledged, evenly spaced.</summary>
    public void Round(Duration rtt, bool cwndLimited = true)
    {
        int acks = (int)Cwnd;
        for (int i = 0; i < acks; i++)
        {
            Now += rtt / acks;
            Ack(rtt, cwndLimited);
        }
    }

    public void Signal(CongestionSignal signal) => Window.OnCongestion(new CongestionEvent(Now, signal, Window.Cwnd));
}
