using Mongoose.Core.Units;

namespace Mongoose.Testbed.Results;

/// <summary>Counts bytes by time, for as long as there are any. For one thread.</summary>
public sealed class ByteBins(Duration bin)
{
    private readonly List<long> _bytes = [];

    /// <summary>Adds bytes at a time since the first bin began; earlier ones are left out.</summary>
    public void Add(Duration sinceStart, int bytes)
    {
        if (sinceStart < Duration.Zero)
            return;
        int index = (int)(sinceStart.Nanoseconds / bin.Nanoseconds);
        while (_bytes.Count <= index)
            _bytes.Add(0);
        _bytes[index] += bytes;
    }

    /// <summary>The whole bins of the time until <paramref name="end"/>: a part of a bin would show as a fall in throughput.</summary>
    public long[] Until(Duration end)
    {
        long[] whole = new long[Math.Max(0, end.Nanoseconds / bin.Nanoseconds)];
        _bytes.Take(whole.Length).ToArray().CopyTo(whole, 0);
        return whole;
    }
}
