using Mongoose.Core.RateControl.PathControl;
using Mongoose.Core.Units;

namespace Mongoose.Core.Sending;

/// <summary>A circuit's last minute, second by second. The sender's thread writes and allocates nothing; any thread may read.</summary>
public sealed class PathHistory
{
    public const int Seconds = 60;

    /// <summary>More than are read: the next seconds are not written where a reader is.</summary>
    private const int Slots = Seconds + 4;

    private readonly PathSecond[] _ring = new PathSecond[Slots];
    private PathCounts _before;
    private long _count;

    /// <summary>A copy, the oldest first.</summary>
    public PathSecond[] ToArray()
    {
        long count = Volatile.Read(ref _count);
        PathSecond[] seconds = new PathSecond[Math.Min(count, Seconds)];
        for (int i = 0; i < seconds.Length; i++)
            seconds[i] = _ring[(count - seconds.Length + i) % Slots];
        return seconds;
    }

    /// <summary>A second has ended.</summary>
    /// <param name="second">What it was like; its counts are those since the circuit began.</param>
    internal void Add(in PathSecond second)
    {
        _ring[_count % Slots] = second with { Counts = second.Counts - _before };
        _before = second.Counts;
        Volatile.Write(ref _count, _count + 1);
    }
}

/// <summary>One second of a circuit.</summary>
public readonly record struct PathSecond
{
    /// <summary>Its end.</summary>
    public required Instant At { get; init; }

    /// <summary>What path control permits at its end; without path control, what the viewer asks for.</summary>
    public required DataRate Rate { get; init; }

    /// <summary>What the circuit has sent.</summary>
    public required DataRate Use { get; init; }

    /// <summary>Time that packets wait in queues of the path.</summary>
    public required Duration Delay { get; init; }

    public required PathCounts Counts { get; init; }

    /// <summary>Null without path control.</summary>
    public required PathMode? Mode { get; init; }

    public required LimitedBy Limit { get; init; }
}
