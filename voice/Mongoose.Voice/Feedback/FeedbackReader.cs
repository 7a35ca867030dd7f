using Mongoose.Core.Units;
using Mongoose.Voice.Mixing.Feedback;
using Mongoose.Voice.Rtp;

namespace Mongoose.Voice.Feedback;

/// <summary>
/// Turns the congestion control feedback (RFC 8888) of one receiver into reports for a mixing controller. Not thread-safe; allocates
/// nothing after construction, for any content of a report.
/// </summary>
public sealed class FeedbackReader
{
    /// <summary>
    /// The maximum number of arrivals read from a report; further ones are left out. Four times that of an <see cref="ArrivalLog"/>.
    /// </summary>
    public const int MaxArrivals = 4 * ArrivalLog.MaxArrivals;

    private readonly PacketArrival[] _arrivals = new PacketArrival[MaxArrivals];
    private ReportClock _clock;

    /// <summary>Reads the arrivals of a trunk: one source, whose extended numbers are the controller's numbers.</summary>
    /// <param name="feedback">The feedback; the blocks of other sources are left out.</param>
    /// <param name="ssrc">The trunk's source.</param>
    /// <param name="highestSent">The highest number sent. Higher ones were never sent, and are left out.</param>
    /// <returns>The report; valid until the next call.</returns>
    public ArrivalReport ReadTrunk(CongestionFeedback feedback, uint ssrc, uint highestSent)
    {
        int length = 0;
        uint? first = null;
        while (feedback.TryNext(out FeedbackBlock block))
        {
            if (block.Ssrc == ssrc && block.Count > 0)
                first ??= SequenceExtender.Near(highestSent, block.First);
            for (int i = 0; block.Ssrc == ssrc && i < block.Count && length < MaxArrivals; i++)
            {
                uint number = SequenceExtender.Near(highestSent, (ushort)(block.First + i));
                if ((int)(number - highestSent) <= 0 && block.Arrived(i, out Duration held))
                    _arrivals[length++] = new PacketArrival(number, held);
            }
        }
        return ReportOf(feedback, length, first);
    }

    /// <summary>Reads the arrivals of several plain streams.</summary>
    /// <param name="numbers">Maps packets to the controller's numbers; unknown packets are left out.</param>
    /// <returns>The report; valid until the next call.</returns>
    internal ArrivalReport Read(CongestionFeedback feedback, NumberMap numbers)
    {
        int length = 0;
        while (feedback.TryNext(out FeedbackBlock block))
        {
            for (int i = 0; i < block.Count && length < MaxArrivals; i++)
            {
                if (block.Arrived(i, out Duration held) && numbers.TryFind(block.Ssrc, (ushort)(block.First + i), out uint number))
                    _arrivals[length++] = new PacketArrival(number, held);
            }
        }
        return ReportOf(feedback, length);
    }

    private ArrivalReport ReportOf(CongestionFeedback feedback, int length, uint? first = null) =>
        new(_clock.Unwrap(feedback.ReportTimestamp), _arrivals.AsSpan(0, length), first);
}
