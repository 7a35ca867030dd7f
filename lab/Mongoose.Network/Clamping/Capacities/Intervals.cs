using Mongoose.Core.Units;

namespace Mongoose.Network.Clamping.Capacities;

/// <summary>Divides time into intervals, and keeps the minimum delay and the bytes of each.</summary>
internal sealed class Intervals
{
    private Instant? _start;
    private Duration? _min;
    private long _bytes;

    /// <summary>Counts the bytes of a packet that passes.</summary>
    public void AddBytes(int bytes) => _bytes += bytes;

    /// <summary>Adds a sample of the queueing delay.</summary>
    public void AddDelay(Duration delay) => _min = _min is { } least ? Duration.Min(least, delay) : delay;

    /// <summary>Ends the interval if it is long enough. The first call only begins one.</summary>
    public bool TryEnd(Instant now, out LineInterval interval)
    {
        interval = default;
        if (_start is not { } start)
        {
            Restart(now);
            return false;
        }
        Duration length = now - start;
        if (length < MinLength)
            return false;
        Duration least = length > LineConstants.MaxInterval ? Duration.Zero : _min ?? Duration.Zero;
        interval = new LineInterval(least, _min is not null, _bytes, length, now);
        Restart(now);
        return true;
    }

    private void Restart(Instant now) => (_start, _min, _bytes) = (now, null, 0);

    /// <summary>
    /// A queue that is never empty in an interval of at least this length stands. The length is that of CoDel's interval (RFC 8289).
    /// </summary>
    internal static readonly Duration MinLength = Duration.FromMilliseconds(100);
}
