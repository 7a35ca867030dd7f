using System.Numerics;
using Mongoose.Core.Units;

namespace Mongoose.Core.Sending;

/// <summary>
/// A histogram of delays with eight buckets per octave: quantiles are within 12.5 % from 8 µs to over an hour, below 8 µs within 1 µs. It
/// uses fixed memory and no lock. One thread adds; others may read at any time and see values that are at most one packet old.
/// <para>A reset hides earlier delays from <see cref="Quantile(double)"/>; <see cref="AddTo"/> and <see cref="Sum"/> never go
/// back.</para>
/// </summary>
public sealed class DelayHistogram
{
    /// <summary>The number of buckets.</summary>
    public const int Buckets = StepsPerOctave * Octaves;

    private const int StepsPerOctave = 8;
    private const int Octaves = 32;

    private readonly long[] _counts = new long[Buckets];
    private long[]? _before;
    private long _nanoseconds;

    /// <summary>The sum of all delays since the beginning.</summary>
    public Duration Sum => new(Volatile.Read(ref _nanoseconds));

    public void Add(Duration delay)
    {
        long nanoseconds = Math.Max(0, delay.Nanoseconds);
        _counts[BucketOf((ulong)nanoseconds / 1000)]++;
        _nanoseconds = Saturating.Add(_nanoseconds, nanoseconds);
    }

    /// <summary>Adds the count of every bucket since the beginning.</summary>
    /// <param name="counts"><see cref="Buckets"/> counts.</param>
    public void AddTo(Span<long> counts)
    {
        for (int i = 0; i < Buckets; i++)
            counts[i] += _counts[i];
    }

    /// <summary>An upper bound of the quantile since the last reset; zero if nothing was added.</summary>
    public Duration Quantile(double q)
    {
        Span<long> counts = stackalloc long[Buckets];
        counts.Clear();
        // Read first: delays that another thread adds now must not be subtracted.
        long[]? before = Volatile.Read(ref _before);
        AddTo(counts);
        if (before is not null)
            Subtract(counts, before);
        return Quantile(counts, q);
    }

    /// <summary>An upper bound of the quantile of the delays in <paramref name="counts"/>; zero if there are none.</summary>
    /// <param name="counts">The count of every bucket.</param>
    /// <param name="q">0 is the minimum, 1 the maximum.</param>
    public static Duration Quantile(ReadOnlySpan<long> counts, double q) =>
        Locate(counts, q) is { } found ? UpperBound(found.Bucket) : Duration.Zero;

    /// <summary>Like <see cref="Quantile(ReadOnlySpan{long}, double)"/>, as if the delays of a bucket were spread evenly over it.</summary>
    public static Duration Estimate(ReadOnlySpan<long> counts, double q)
    {
        if (Locate(counts, q) is not { } found)
            return Duration.Zero;
        Duration below = found.Bucket > 0 ? UpperBound(found.Bucket - 1) : Duration.Zero;
        return below + (UpperBound(found.Bucket) - below) * found.Part;
    }

    /// <summary>The bucket of a quantile, and the part of its delays that the quantile includes.</summary>
    private static (int Bucket, double Part)? Locate(ReadOnlySpan<long> counts, double q)
    {
        long total = 0, seen = 0;
        foreach (long count in counts)
            total += count;
        for (int i = 0; i < counts.Length && total > 0; i++)
        {
            if (counts[i] > 0 && seen + counts[i] >= q * total)
                return (i, (q * total - seen) / counts[i]);
            seen += counts[i];
        }
        return null;
    }

    /// <summary>Subtracts the counts of an earlier copy.</summary>
    public static void Subtract(Span<long> counts, ReadOnlySpan<long> earlier)
    {
        for (int i = 0; i < counts.Length; i++)
            counts[i] -= earlier[i];
    }

    /// <summary>The bucket whose delays are below <paramref name="bound"/> and not below that of the bucket before it.</summary>
    /// <exception cref="ArgumentException">No bucket ends there.</exception>
    public static int BucketBelow(Duration bound)
    {
        // Delays above the last bucket's bound are in it too.
        int bucket = bound == UpperBound(Buckets - 1) ? Buckets - 1 : BucketOf((ulong)(bound.Nanoseconds / 1000)) - 1;
        return bucket >= 0 && UpperBound(bucket) == bound
            ? bucket : throw new ArgumentException($"no bucket ends at {bound}", nameof(bound));
    }

    public void Reset() => Volatile.Write(ref _before, [.. _counts]);

    private static int BucketOf(ulong microseconds)
    {
        if (microseconds < StepsPerOctave)
            return (int)microseconds;
        int octave = BitOperations.Log2(microseconds);
        int step = (int)(microseconds >> (octave - 3)) & (StepsPerOctave - 1);
        return Math.Min((octave - 2) * StepsPerOctave + step, StepsPerOctave * Octaves - 1);
    }

    /// <summary>The exclusive upper bound of a bucket's delays; the last bucket also holds longer delays.</summary>
    public static Duration UpperBound(int bucket)
    {
        int octave = bucket / StepsPerOctave + 2, step = bucket % StepsPerOctave;
        double microseconds = bucket < StepsPerOctave ? bucket + 1 : Math.ScaleB(StepsPerOctave + step + 1, octave - 3);
        return Duration.FromMicroseconds(microseconds);
    }
}
