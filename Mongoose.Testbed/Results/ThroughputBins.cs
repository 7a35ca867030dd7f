using Mongoose.Core.Channels;
using Mongoose.Core.Units;

namespace Mongoose.Testbed.Results;

/// <summary>Counts bytes by channel and time bin, for <see cref="RunSeries.Kbps"/>. For one thread.</summary>
internal sealed class ThroughputBins
{
    private readonly Duration _bin;
    private readonly long[][] _bytes;

    /// <summary>Only whole bins are kept: a part of a bin at the end would show as a fall in throughput.</summary>
    public ThroughputBins(Duration bin, Duration run)
    {
        ArgumentOutOfRangeException.ThrowIfLessThanOrEqual(bin.Nanoseconds, 0, nameof(bin));
        _bin = bin;
        int count = (int)Math.Max(0, run.Nanoseconds / bin.Nanoseconds);
        _bytes = Enumerable.Range(0, ChannelRates.Count).Select(_ => new long[count]).ToArray();
    }

    public double BinMs => _bin.Milliseconds;

    /// <summary>Adds bytes at a time since the run began; times outside the run are left out.</summary>
    public void Add(Channel channel, Duration sinceStart, int bytes)
    {
        long bin = sinceStart < Duration.Zero ? -1 : sinceStart.Nanoseconds / _bin.Nanoseconds;
        long[] bins = _bytes[(int)channel];
        if (bin >= 0 && bin < bins.Length)
            bins[bin] += bytes;
    }

    /// <summary>The whole bins of the time until <paramref name="end"/>, which is since the run began.</summary>
    public double[][] ToKbps(Duration end)
    {
        int whole = (int)Math.Clamp(end.Nanoseconds / _bin.Nanoseconds, 0, _bytes[0].Length);
        return _bytes.Select(bins => bins.Take(whole).Select(bytes => DataRate.Of(bytes, _bin).KilobitsPerSecond).ToArray()).ToArray();
    }
}
