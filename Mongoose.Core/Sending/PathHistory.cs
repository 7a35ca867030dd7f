using Mongoose.Core.RateControl.PathControl;
using Mongoose.Core.Units;

namespace Mongoose.Core.Sending;

/// <summary>A circuit's last minute, second by second. The sender's thread writes and allocates nothing. Any thread may read.</summary>
public sealed class PathHistory
{
    public const int Seconds = 60;

    /// <summary>More slots than are read, so that the next seconds are not written where a reader reads.</summary>
    private const int Slots = Seconds + 4;

    private readonly PathSecond[] _ring = new PathSecond[Slots];
    private PathCounts _before;
    private long _count;

    /// <summary>The last second; null before the first has ended.</summary>
    public PathSecond? Last => Volatile.Read(ref _count) is > 0 and long count ? _ring[(count - 1) % Slots] : null;

    /// <summary>A copy of the history, oldest second first.</summary>
    public PathSecond[] ToArray() => Read(static (in PathSecond second) => second);

    /// <summary>The longest delay of each second, in ms, oldest second first.</summary>
    public double[] LongestDelays() => Read(static (in PathSecond second) => second.LongestDelay.Milliseconds);

    /// <summary>The packets that were found lost in each second, oldest second first.</summary>
    public long[] Losses() => Read(static (in PathSecond second) => second.Counts.Lost);

    private delegate T Reader<T>(in PathSecond second);

    private T[] Read<T>(Reader<T> read)
    {
        long count = Volatile.Read(ref _count);
        T[] values = new T[Math.Min(count, Seconds)];
        for (int i = 0; i < values.Length; i++)
            values[i] = read(_ring[(count - values.Length + i) % Slots]);
        return values;
    }

    /// <summary>Adds a second that has ended.</summary>
    /// <param name="second">The second. Its counts are totals since the circuit began.</param>
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
    /// <summary>When the second ended.</summary>
    public required Instant At { get; init; }

    /// <summary>The rate that path control permitted at the end of the second; without path control, the allowed rate.</summary>
    public required DataRate PathRate { get; init; }

    /// <summary>The rate at which the circuit sent.</summary>
    public required DataRate UsedRate { get; init; }

    /// <summary>Time that packets waited in queues on the path at the end of the second.</summary>
    public required Duration Delay { get; init; }

    /// <summary>The longest such time in the second: a queue that overflows may be empty again at its end.</summary>
    public required Duration LongestDelay { get; init; }

    public required PathCounts Counts { get; init; }

    /// <summary>The mode of path control; null without path control.</summary>
    public required PathMode? Mode { get; init; }

    public required LimitedBy Limit { get; init; }
}
