using System.Numerics;
using Mongoose.Core.Units;

namespace Mongoose.Core.Sending;

/// <summary>
/// A histogram of delays with eight buckets per octave: quantiles are within 12.5 % from 1 µs to over an hour. It uses fixed memory and no lock.
/// One thread adds; another may read at any time and sees values that are at most one packet old.
/// </summary>
public sealed class DelayHistogram
{
    private const int StepsPerOctave = 8;
    private const int Octaves = 32;

    private readonly long[] _counts = new long[StepsPerOctave * Octaves];

    public void Add(Duration delay) => _counts[BucketOf((ulong)Math.Max(0, delay.Nanoseconds / 1000))]++;

    /// <summary>An upper bound of the quantile; zero if nothing was added.</summary>
    public Duration Quantile(double q)
    {
        long total = _counts.Sum(), seen = 0;
        for (int i = 0; i < _counts.Length && total > 0; i++)
        {
            seen += _counts[i];
            if (seen >= q * total)
                return UpperBound(i);
        }
        return Duration.Zero;
    }

    public void Reset() => Array.Clear(_counts);

    private static int BucketOf(ulong microseconds)
    {
        if (microseconds < StepsPerOctave)
            return (int)microseconds;
        int octave = BitOperations.Log2(microseconds);
        int step = (int)(microseconds >> (octave - 3)) & (StepsPerOctave - 1);
        return Math.Min((octave - 2) * StepsPerOctave + step, StepsPerOctave * Octaves - 1);
    }

    private static Duration UpperBound(int bucket)
    {
        int octave = bucket / StepsPerOctave + 2, step = bucket % StepsPerOctave;
        double microseconds = bucket < StepsPerOctave ? bucket + 1 : Math.ScaleB(StepsPerOctave + step + 1, octave - 3);
        return Duration.FromMicroseconds(microseconds);
    }
}
