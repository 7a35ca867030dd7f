using Mongoose.Core.Units;

namespace Mongoose.Server.Outbound;

/// <summary>
/// How long packets stand in a queue that does not say when they came: the queue is first-in first-out, so its length at each look tells
/// which packets have come since the look before. Exact to the time between two looks.
/// </summary>
internal sealed class ArrivalTimes
{
    private readonly Queue<(long UpTo, Instant At)> _looks = new();
    private long _taken;
    private long _arrived;

    /// <summary>The queue has this many packets now.</summary>
    public void Note(int packets, Instant now)
    {
        if (_taken + packets <= _arrived)
            return;
        _arrived = _taken + packets;
        _looks.Enqueue((_arrived, now));
    }

    /// <summary>The first packet leaves; how long it stood there.</summary>
    public Duration Take(Instant now)
    {
        _taken++;
        while (_looks.TryPeek(out (long UpTo, Instant At) look) && look.UpTo < _taken)
            _looks.Dequeue();
        return _looks.TryPeek(out (long UpTo, Instant At) found) ? now - found.At : Duration.Zero;
    }

    /// <summary>The first packet is gone, unsent.</summary>
    public void Skip() => _taken++;
}
