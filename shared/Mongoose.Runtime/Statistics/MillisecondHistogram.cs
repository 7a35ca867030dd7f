using Mongoose.Core.Units;

namespace Mongoose.Runtime.Statistics;

/// <summary>
/// Counts delays in steps of a millisecond, for runs without end: its memory does not grow. <see cref="DelaySamples"/> is exact; the
/// DelayHistogram of Core takes less memory, but its steps of 12.5 % are too wide for the round trips that a mixer shows.
/// </summary>
public sealed class MillisecondHistogram
{
    /// <summary>Longer delays count as this long.</summary>
    public static readonly Duration MaxDelay = Duration.FromSeconds(10);

    private readonly long[] _counts = new long[(int)MaxDelay.Milliseconds + 1];
    private long _count;

    public void Add(Duration delay)
    {
        _counts[(int)Math.Round(Duration.Clamp(delay, Duration.Zero, MaxDelay).Milliseconds)]++;
        _count++;
    }

    /// <summary>The smallest delay in ms that at least this share of delays do not exceed (nearest rank); NaN if there are none.</summary>
    /// <param name="q">0 is the minimum, 1 the maximum.</param>
    public double Quantile(double q)
    {
        long rank = Math.Clamp((long)Math.Ceiling(q * _count), 1, Math.Max(1, _count)), below = 0;
        for (int i = 0; i < _counts.Length; i++)
        {
            below += _counts[i];
            if (below >= rank)
                return i;
        }
        return double.NaN;
    }
}
