using Mongoose.Core.Units;

namespace Mongoose.Voice.Playout;

/// <summary>
/// The slack of the packets of the last ten seconds: the time from a packet's arrival to its frame; negative if it was late.
/// </summary>
internal sealed class SlackWindow
{
    private const int Buckets = 10;
    private static readonly Duration BucketTime = Duration.FromSeconds(1);

    /// <summary>By second, less the shift at that time.</summary>
    private readonly Bucket[] _buckets = new Bucket[Buckets];

    /// <summary>The sum of all changes of the slacks: positive for held frames, negative for frames left out.</summary>
    private Duration _shift;

    private record struct Bucket(long Second, Duration Least, Duration Most, Duration LeastLate, int Late);

    /// <summary>The delay grows or shrinks.</summary>
    public void Shift(Duration by) => _shift += by;

    public void Clear() => Array.Fill(_buckets, new Bucket(long.MinValue, Duration.MaxValue, new(long.MinValue), Duration.MaxValue, 0));

    public void Note(Duration slack, Instant now)
    {
        long second = now.Nanoseconds / BucketTime.Nanoseconds;
        ref Bucket bucket = ref _buckets[(int)((ulong)second % Buckets)];
        if (bucket.Second != second)
            bucket = new Bucket(second, Duration.MaxValue, new(long.MinValue), Duration.MaxValue, 0);
        Duration value = slack - _shift;
        if (slack < Duration.Zero)
            bucket = bucket with { LeastLate = Duration.Min(bucket.LeastLate, value), Late = bucket.Late + 1 };
        else
            bucket = bucket with { Least = Duration.Min(bucket.Least, value), Most = Duration.Max(bucket.Most, value) };
    }

    /// <summary>
    /// The range of the slacks. It excludes a single late packet, which would delay all others. Returns false if it is empty.
    /// </summary>
    public bool TryRead(Instant now, out Duration least, out Duration most)
    {
        long oldest = now.Nanoseconds / BucketTime.Nanoseconds - Buckets;
        (least, most) = (Duration.MaxValue, new(long.MinValue));
        Duration leastLate = Duration.MaxValue;
        int late = 0;
        foreach (ref readonly Bucket bucket in _buckets.AsSpan())
        {
            if (bucket.Second <= oldest)
                continue;
            (least, most) = (Duration.Min(least, bucket.Least), Duration.Max(most, bucket.Most));
            (leastLate, late) = (Duration.Min(leastLate, bucket.LeastLate), late + bucket.Late);
        }
        if (late > 1)
            least = Duration.Min(least, leastLate);
        bool isEmpty = least == Duration.MaxValue || most < least;
        (least, most) = (least + _shift, most + _shift);
        return !isEmpty;
    }
}
