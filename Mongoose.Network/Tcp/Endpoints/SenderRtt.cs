using Mongoose.Core.Units;

namespace Mongoose.Network.Tcp.Endpoints;

/// <summary>What round trips a sender can measure: by timestamps, or by timing one segment at a time that is sent once (Karn).</summary>
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
                _timedEnd = -1; // its acknowledgment will not tell which of the two arrived
        }
        else if (_timedEnd < 0)
            (_timedEnd, _timedSentAt) = (range.End, now);
    }

    public void OnTimeout() => _timedEnd = -1;

    /// <summary>The round trip that an acknowledgment of new data measures; zero if none.</summary>
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
