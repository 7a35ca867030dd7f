using Mongoose.Core.Units;

namespace Mongoose.Core.Sending;

/// <summary>
/// Measures how long packets wait in a queue that does not record arrival times. The queue is first-in first-out, so its length at each
/// poll shows which packets have arrived since the previous poll. The error is at most the time between two polls.
/// </summary>
internal sealed class ArrivalTimes
{
    private readonly Queue<(long UpTo, Instant At)> _polls = new();
    private long _taken;
    private long _arrived;

    /// <summary>Reports the queue's current length. If it is shorter than expected, the first packets have been removed unsent.</summary>
    public void RecordLength(int packets, Instant now)
    {
        long arrived = _taken + packets;
        if (arrived < _arrived)
        {
            _taken = _arrived - packets;
            ForgetTaken();
        }
        else if (arrived > _arrived)
        {
            _arrived = arrived;
            _polls.Enqueue((arrived, now));
        }
    }

    /// <summary>Removes the first packet and returns how long it waited in the queue.</summary>
    public Duration Take(Instant now)
    {
        Duration waited = _polls.TryPeek(out (long UpTo, Instant At) poll) ? now - poll.At : Duration.Zero;
        _taken++;
        _arrived = Math.Max(_arrived, _taken);
        ForgetTaken();
        return waited;
    }

    private void ForgetTaken()
    {
        while (_polls.TryPeek(out (long UpTo, Instant At) poll) && poll.UpTo <= _taken)
            _polls.Dequeue();
    }
}
