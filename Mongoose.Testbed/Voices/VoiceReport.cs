using System.Buffers.Binary;
using Mongoose.Core.Units;
using Mongoose.Network.Packets;
using Mongoose.Voice.Mixing.Feedback;

namespace Mongoose.Testbed.Voices;

/// <summary>
/// A receiver's report on the wire, little-endian: its time in nanoseconds, then number and time held in microseconds of each packet. A report with more
/// packets than fit into 1500 bytes takes several datagrams.
/// </summary>
internal static class VoiceReport
{
    /// <summary>The most packets in a datagram.</summary>
    public const int MaxArrivals = (VoiceProfile.MaxPacketBytes - DatagramPacket.HeaderBytes - HeaderBytes) / ArrivalBytes;

    private const int HeaderBytes = 8, ArrivalBytes = 8, HeldOffset = 4;

    /// <summary>Writes a report of at most <see cref="MaxArrivals"/> packets.</summary>
    /// <returns>The length of the datagram.</returns>
    public static int Write(Instant at, ReadOnlySpan<PacketArrival> arrivals, Span<byte> datagram)
    {
        BinaryPrimitives.WriteInt64LittleEndian(datagram, at.Nanoseconds);
        Span<byte> rest = datagram[HeaderBytes..];
        foreach (PacketArrival arrival in arrivals)
        {
            BinaryPrimitives.WriteUInt32LittleEndian(rest, arrival.Number);
            BinaryPrimitives.WriteUInt32LittleEndian(rest[HeldOffset..], (uint)Math.Min(arrival.Held.Nanoseconds / 1000, uint.MaxValue));
            rest = rest[ArrivalBytes..];
        }
        return HeaderBytes + arrivals.Length * ArrivalBytes;
    }

    /// <summary>Returns false if the datagram is no report.</summary>
    /// <param name="datagram">The datagram.</param>
    /// <param name="arrivals">Room for <see cref="MaxArrivals"/>; the report refers to it.</param>
    /// <param name="report">The report.</param>
    public static bool TryRead(ReadOnlySpan<byte> datagram, PacketArrival[] arrivals, out ArrivalReport report)
    {
        report = default;
        int bytes = datagram.Length - HeaderBytes, count = bytes / ArrivalBytes;
        if (bytes < 0 || bytes % ArrivalBytes != 0 || count > arrivals.Length)
            return false;
        for (int i = 0; i < count; i++)
        {
            ReadOnlySpan<byte> arrival = datagram.Slice(HeaderBytes + i * ArrivalBytes, ArrivalBytes);
            arrivals[i] = new PacketArrival(BinaryPrimitives.ReadUInt32LittleEndian(arrival),
                Duration.FromMicroseconds(BinaryPrimitives.ReadUInt32LittleEndian(arrival[HeldOffset..])));
        }
        report = new ArrivalReport(new Instant(BinaryPrimitives.ReadInt64LittleEndian(datagram)), arrivals.AsSpan(0, count));
        return true;
    }
}
