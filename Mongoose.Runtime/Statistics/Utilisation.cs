using Mongoose.Core.Units;

namespace Mongoose.Runtime.Statistics;

/// <summary>The share of a link's capacity that was used: 0 to 1, a little above 1 where a bin's edge cuts through a packet.</summary>
public static class Utilisation
{
    /// <summary>NaN when there was no capacity.</summary>
    public static double Of(long bytes, DataRate capacity, Duration time)
    {
        double room = capacity.BytesPerSecond * time.Seconds;
        return room > 0 ? bytes / room : double.NaN;
    }

    /// <summary>Of a link whose capacity changes: all that was used over all that could have been, bin by bin and in one unit.</summary>
    /// <exception cref="ArgumentException">The two are not of one length.</exception>
    public static double Of(ReadOnlySpan<double> used, ReadOnlySpan<double> capacity)
    {
        if (used.Length != capacity.Length)
            throw new ArgumentException($"{used.Length} bins used, but {capacity.Length} of capacity", nameof(capacity));
        double sum = 0, room = 0;
        for (int i = 0; i < used.Length; i++)
        {
            sum += used[i];
            room += capacity[i];
        }
        return room > 0 ? sum / room : double.NaN;
    }
}
