using Mongoose.Core.RateControl.PathControl;

namespace Mongoose.Core.Sending;

/// <summary>
/// Limits the packets on their way to a viewer. While the viewer renders a long frame, all of them wait in its socket, which often holds
/// about ninety packets, whatever their size. docs/research/rate-control.md gives the reasons for the constants.
/// </summary>
internal static class ViewerBuffer
{
    private const int MinPackets = 75;

    /// <summary>
    /// The limit in windows, for long paths, which hold packets themselves. A limit of one window would hold back a viewer that collects
    /// acks.
    /// </summary>
    private const double Windows = 1.4;

    /// <summary>
    /// Fraction of the packets of an ack datagram that the viewer has already taken from the socket and is about to acknowledge.
    /// </summary>
    private const double Taken = 0.5;

    /// <param name="window">The bytes that the circuit's rate delivers while packets are on their way or wait at the viewer.</param>
    /// <param name="packetsPerDatagram">Mean number of packets that a datagram from the viewer acknowledges.</param>
    public static int MaxPackets(double window, double packetsPerDatagram) =>
        (int)(Math.Max(MinPackets, Windows * window / PathController.SegmentBytes) + Taken * packetsPerDatagram);
}
