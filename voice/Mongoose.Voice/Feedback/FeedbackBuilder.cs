using Mongoose.Core.Units;
using Mongoose.Voice.Mixing.Feedback;
using Mongoose.Voice.Rtp;

namespace Mongoose.Voice.Feedback;

/// <summary>Builds congestion control feedback (RFC 8888) from the reports of arrival logs, one for each source.</summary>
/// <param name="datagram">Receives the packet.</param>
/// <param name="sender">The SSRC of the reporter.</param>
/// <exception cref="ArgumentException">The datagram has no room for a report without blocks.</exception>
public ref struct FeedbackBuilder(Span<byte> datagram, uint sender)
{
    private CongestionFeedbackWriter _writer = new(datagram, sender);

    /// <summary>
    /// Adds a source's arrivals. If the range of numbers does not fit into an empty packet, the lowest are left out. Numbers far from the
    /// latest are left out too: they are from before a restart of the source.
    /// </summary>
    /// <param name="report">The source's arrivals; the numbers are its sequence numbers, extended to 32 bits.</param>
    /// <returns>False if there are no arrivals, or the range does not fit beside the sources added before.</returns>
    public bool TryAdd(uint ssrc, in ArrivalReport report)
    {
        int room = _writer.Room;
        if (report.Arrivals.IsEmpty || room == 0)
            return false;
        uint latest = LatestOf(report.Arrivals);
        (int lowest, int highest) = RangeOf(report.Arrivals, latest, _writer.IsEmpty ? room : CongestionFeedback.MaxCount);
        if (!_writer.IsEmpty && highest - lowest + 1 > room)
            return false;
        lowest = Math.Max(lowest, highest - room + 1);
        if (!_writer.TryAdd(ssrc, (ushort)(latest + (uint)lowest), highest - lowest + 1))
            return false;
        foreach (PacketArrival arrival in report.Arrivals)
        {
            int offset = (int)(arrival.Number - latest);
            if (offset >= lowest && offset <= highest)
                _writer.Mark((ushort)arrival.Number, arrival.Held);
        }
        return true;
    }

    /// <summary>Ends the packet.</summary>
    /// <param name="at">The time at which all its reports were made.</param>
    /// <returns>Its bytes.</returns>
    public readonly int End(Instant at) => _writer.End(ReportClock.TimestampOf(at));

    private static uint LatestOf(ReadOnlySpan<PacketArrival> arrivals)
    {
        PacketArrival latest = arrivals[0];
        foreach (PacketArrival arrival in arrivals)
            if (arrival.Held < latest.Held)
                latest = arrival;
        return latest.Number;
    }

    /// <summary>
    /// The lowest and the highest number, relative to the latest, of those less than <paramref name="room"/> away from it.
    /// </summary>
    private static (int Lowest, int Highest) RangeOf(ReadOnlySpan<PacketArrival> arrivals, uint latest, int room)
    {
        (int lowest, int highest) = (0, 0);
        foreach (PacketArrival arrival in arrivals)
        {
            int offset = (int)(arrival.Number - latest);
            if (offset > -room && offset < room)
                (lowest, highest) = (Math.Min(lowest, offset), Math.Max(highest, offset));
        }
        return (lowest, highest);
    }
}
