using System.Globalization;
using Mongoose.Core.Units;
using Mongoose.Network.Links;
using Mongoose.Network.Packets;

namespace Mongoose.TestKit.Packets;

/// <summary>
/// A line for each event on a link: time in ns, event, bytes on the wire. The events are: <c>+</c> arrived, <c>d</c> dropped by the queue
/// (and the number of packets), <c>-</c> transmission started (and the sojourn time in the queue, and the end of the transmission, in ns),
/// <c>x</c> lost, <c>&gt;</c> delivered.
/// </summary>
internal sealed class PacketLog(TextWriter output) : ILinkMonitor
{
    void ILinkMonitor.Arrived(Packet packet, Instant at) => Write($"{at.Nanoseconds} + {packet.WireBytes}");

    void ILinkMonitor.Dropped(long packets, long bytes, Instant at) => Write($"{at.Nanoseconds} d {bytes} {packets}");

    void ILinkMonitor.Departed(Packet packet, Instant start, Instant sent) =>
        Write($"{start.Nanoseconds} - {packet.WireBytes} {(start - packet.EnqueuedAt).Nanoseconds} {sent.Nanoseconds}");

    void ILinkMonitor.Lost(Packet packet, Instant sent) => Write($"{sent.Nanoseconds} x {packet.WireBytes}");

    void ILinkMonitor.Delivered(Packet packet, Instant at) => Write($"{at.Nanoseconds} > {packet.WireBytes}");

    // "\n" on every platform: the same run gives the same bytes.
    private void Write(FormattableString line)
    {
        output.Write(line.ToString(CultureInfo.InvariantCulture));
        output.Write('\n');
    }
}
