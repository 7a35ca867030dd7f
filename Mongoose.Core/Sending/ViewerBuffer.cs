using Mongoose.Core.RateControl.PathControl;

namespace Mongoose.Core.Sending;

/// <summary>
/// How many packets may be on their way to a viewer. While a frame takes long, all of them wait in the viewer's socket, and that often holds
/// some ninety packets, whatever their size. docs/RATE-CONTROL.md has the reasons of the constants.
/// </summary>
internal static class ViewerBuffer
{
    private const int LeastPackets = 75;

    /// <summary>A long path holds packets itself; a limit of one window would hold a viewer back that collects acks.</summary>
    private const double Windows = 1.4;

    /// <summary>Of the packets of an ack datagram, so much has been taken from the socket already and waits for the datagram.</summary>
    private const double Taken = 0.5;

    /// <param name="window">Of path control, in bytes.</param>
    /// <param name="packetsPerDatagram">Packets that a datagram of the viewer acknowledges.</param>
    public static int MostPackets(double window, double packetsPerDatagram) =>
        (int)(Math.Max(LeastPackets, Windows * window / PathController.SegmentBytes) + Taken * packetsPerDatagram);
}
