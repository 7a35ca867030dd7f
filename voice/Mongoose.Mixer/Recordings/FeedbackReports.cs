using Mongoose.Core.Units;
using Mongoose.Voice.Feedback;
using Mongoose.Voice.Mixing.Feedback;

namespace Mongoose.Mixer.Recordings;

/// <summary>Sends RFC 8888 feedback of all sources in as few datagrams as possible.</summary>
/// <param name="ssrc">The SSRC of the reporter.</param>
internal sealed class FeedbackReports(uint ssrc, Action<ReadOnlyMemory<byte>> send)
{
    /// <summary>The maximum size of a datagram; passes on all usual paths.</summary>
    private const int MaxBytes = 1200;

    private readonly byte[] _datagram = new byte[MaxBytes];

    /// <summary>Reports all sources that have arrivals to report.</summary>
    /// <returns>When the next report is due.</returns>
    public Instant Send(IReadOnlyList<SourceRecording> sources, Instant now)
    {
        FeedbackBuilder builder = new(_datagram, ssrc);
        bool isEmpty = true;
        Instant next = Instant.Never;
        foreach (SourceRecording source in sources)
        {
            if (source.Arrivals.NextReport == Instant.Never)
                continue;
            ArrivalReport report = source.Arrivals.Take(now);
            next = Instant.Min(next, source.Arrivals.NextReport);
            if (builder.TryAdd(source.Ssrc, report))
            {
                isEmpty = false;
                continue;
            }
            if (!isEmpty)
                send(_datagram.AsMemory(0, builder.End(now)));
            builder = new FeedbackBuilder(_datagram, ssrc);
            isEmpty = !builder.TryAdd(source.Ssrc, report);
        }
        if (!isEmpty)
            send(_datagram.AsMemory(0, builder.End(now)));
        return next;
    }
}
