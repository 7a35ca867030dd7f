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

    private record struct Bucket(long Second, Duration Min, Duration Max, Duration MinLate, int Late);

    /// <summary>The delay grows or shrinks.</summary>
    public void Shift(Duration by) => _shift += by;

    public void Clear() => Array.Fill(_buckets, new Bucket(long.MinValue, Duration.MaxValue, new(long.MinValue), Duration.MaxValue, 0));

    public void Add(Duration slack, Instant now)
    {
        long second = now.Nanoseconds / BucketTime.Nanoseconds;
        ref Bucket bucket = ref _buckets[(int)((ulong)second % Buckets)];
        if (bucket.Second != second)
            bucket = new Bucket(second, Duration.MaxValue, new(long.MinValue), Duration.MaxValue, 0);
        Duration value = slack - _shift;
        if (slack < Duration.Zero)
            bucket = bucket with { MinLate = Duration.Min(bucket.MinLate, value), Late = bucket.Late + 1 };
        else
            bucket = bucket with { Min = Duration.Min(bucket.Min, value), Max = Duration.Max(bucket.Max, value) };
    }

    /// <summary>
    /// The range of the slacks. It excludes a single late packet, which would delay all others. Returns false if it is empty.
    /// </summary>
    public bool TryRead(Instant now, out Duration min, out Duration max)
    {
        long oldest = now.Nanoseconds / BucketTime.Nanoseconds - Buckets;
        (min, max) = (Duration.MaxValue, new(long.MinValue));
        Duration minLate = Duration.MaxValue;
        int late = 0;
        foreach (ref readonly Bucket bucket in _buckets.AsSpan())
        {
            if (bucket.Second <= oldest)
                continue;
            (min, max) = (Duration.Min(min, bucket.Min), Duration.Max(max, bucket.Max));
            (minLate, late) = (Duration.Min(minLate, bucket.MinLate), late + bucket.Late);
        }
        if (late > 1)
            min = Duration.Min(min, minLate);
        bool isEmpty = min == Duration.MaxValue || max < min;
        (min, max) = (min + _shift, max + _shift);
        return !isEmpty;
    }
}
