using Mongoose.Core.Units;

namespace Mongoose.Network.Tcp.Endpoints;

/// <summary>A sender's round trip measurements: by timestamps, or by timing one segment at a time, if sent only once (Karn).</summary>
internal sealed class SenderRtt(bool timestamps)
{
    private long _timedEnd = -1;
    private Instant _timedSentAt;

    public void OnSent(SequenceRange range, bool again, Instant now)
    {
        if (timestamps)
            return;
        if (again)
        {
            if (range.Start < _timedEnd)
                _timedEnd = -1; // Its acknowledgment cannot show which of the two transmissions arrived.
        }
        else if (_timedEnd < 0)
            (_timedEnd, _timedSentAt) = (range.End, now);
    }

    public void OnTimeout() => _timedEnd = -1;

    /// <summary>The round trip measured by an acknowledgment of new data; zero if none.</summary>
    public Duration Measure(in AckSegment ack, Instant now)
    {
        if (timestamps)
            return now - ack.Echo;
        if (_timedEnd < 0 || ack.Next < _timedEnd)
            return Duration.Zero;
        _timedEnd = -1;
        return now - _timedSentAt;
    }
}
