using Mongoose.Core.Units;

namespace Mongoose.Core.Sending;

/// <summary>
/// How long packets stood in a queue that does not record when they came. The queue is first-in first-out, so its length at each look tells
/// which packets have come since the look before. Exact to the time between two looks.
/// </summary>
internal sealed class ArrivalTimes
{
    private readonly Queue<(long UpTo, Instant At)> _looks = new();
    private long _taken;
    private long _arrived;

    /// <summary>The queue has this many packets now. Fewer than it should have: the first ones are gone, unsent.</summary>
    public void Note(int packets, Instant now)
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
            _looks.Enqueue((arrived, now));
        }
    }

    /// <summary>The first packet leaves; how long it stood in the queue.</summary>
    public Duration Take(Instant now)
    {
        Duration waited = _looks.TryPeek(out (long UpTo, Instant At) look) ? now - look.At : Duration.Zero;
        _taken++;
        _arrived = Math.Max(_arrived, _taken);
        ForgetTaken();
        return waited;
    }

    private void ForgetTaken()
    {
        while (_looks.TryPeek(out (long UpTo, Instant At) look) && look.UpTo <= _taken)
            _looks.Dequeue();
    }
}
