using System.Buffers.Binary;
using Mongoose.Core.Units;
using Mongoose.Voice.Mixing.Feedback;

namespace Mongoose.Testbed.Voices;

/// <summary>
/// A receiver's report on the wire, little-endian: its time in nanoseconds (8 bytes), a packet's number (4), and for each packet how far its number is
/// before that (2) and how long the receiver held the news, in units of 100 µs (2).
/// </summary>
internal static class VoiceReport
{
    /// <summary>The length of the longest report, which fits into one packet.</summary>
    public const int MaxBytes = HeaderBytes + ArrivalLog.MaxArrivals * ArrivalBytes;

    private const int HeaderBytes = 12, ArrivalBytes = 4, FirstOffset = 8, HeldOffset = 2;
    private const double HeldUnitMicroseconds = 100;

    /// <summary>Writes a report. Packets whose numbers are more than 65535 before the last arrival's are left out.</summary>
    /// <returns>The length of the datagram.</returns>
    public static int Write(in ArrivalReport report, Span<byte> datagram)
    {
        uint first = Newest(report.Arrivals);
        BinaryPrimitives.WriteInt64LittleEndian(datagram, report.At.Nanoseconds);
        BinaryPrimitives.WriteUInt32LittleEndian(datagram[FirstOffset..], first);
        int length = HeaderBytes;
        foreach (PacketArrival arrival in report.Arrivals)
        {
            if (unchecked(first - arrival.Number) is not (<= ushort.MaxValue and uint before))
                continue;
            BinaryPrimitives.WriteUInt16LittleEndian(datagram[length..], (ushort)before);
            double held = Math.Round(arrival.Held.Microseconds / HeldUnitMicroseconds);
            BinaryPrimitives.WriteUInt16LittleEndian(datagram[(length + HeldOffset)..], (ushort)Math.Clamp(held, 0, ushort.MaxValue));
            length += ArrivalBytes;
        }
        return length;
    }

    /// <summary>Returns false if the datagram is no report.</summary>
    /// <param name="datagram">The datagram.</param>
    /// <param name="arrivals">Room for <see cref="ArrivalLog.MaxArrivals"/>; the report refers to it.</param>
    /// <param name="report">The report.</param>
    public static bool TryRead(ReadOnlySpan<byte> datagram, PacketArrival[] arrivals, out ArrivalReport report)
    {
        report = default;
        int bytes = datagram.Length - HeaderBytes, count = bytes / ArrivalBytes;
        if (bytes < 0 || bytes % ArrivalBytes != 0 || count > arrivals.Length)
            return false;
        uint first = BinaryPrimitives.ReadUInt32LittleEndian(datagram[FirstOffset..]);
        for (int i = 0; i < count; i++)
        {
            ReadOnlySpan<byte> arrival = datagram.Slice(HeaderBytes + i * ArrivalBytes, ArrivalBytes);
            arrivals[i] = new PacketArrival(unchecked(first - BinaryPrimitives.ReadUInt16LittleEndian(arrival)),
                Duration.FromMicroseconds(BinaryPrimitives.ReadUInt16LittleEndian(arrival[HeldOffset..]) * HeldUnitMicroseconds));
        }
        report = new ArrivalReport(new Instant(BinaryPrimitives.ReadInt64LittleEndian(datagram)), arrivals.AsSpan(0, count));
        return true;
    }

    /// <summary>The number that follows all others; numbers may wrap.</summary>
    private static uint Newest(ReadOnlySpan<PacketArrival> arrivals)
    {
        uint newest = arrivals.IsEmpty ? 0 : arrivals[0].Number;
        foreach (PacketArrival arrival in arrivals)
        {
            if (unchecked((int)(arrival.Number - newest)) > 0)
                newest = arrival.Number;
        }
        return newest;
    }
}
