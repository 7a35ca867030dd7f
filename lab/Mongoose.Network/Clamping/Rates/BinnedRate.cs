using Mongoose.Core.Units;

namespace Mongoose.Network.Clamping.Rates;

/// <summary>A rate from the bytes of bins of equal length: an exponentially weighted mean.</summary>
internal struct BinnedRate
{
    /// <summary>The weight of the latest bin: 95 % of a step is known after 1.8 s, and a burst of one bin counts by a third.</summary>
    private const double Weight = 0.3;

    /// <summary>The length of a bin.</summary>
    public static readonly Duration Bin = Duration.FromMilliseconds(200);

    private long _bytes;

    /// <summary>The mean of the finished bins, in bytes per bin.</summary>
    public double BytesPerBin { get; private set; }

    /// <summary>Finished bins since the last one with bytes.</summary>
    public int SilentBins { get; private set; }

    /// <summary>A rate in bytes per bin.</summary>
    public static DataRate ToRate(double bytesPerBin) => DataRate.FromBytesPerSecond(bytesPerBin / Bin.Seconds);

    /// <summary>Adds bytes to the current bin.</summary>
    public void Add(int bytes) => _bytes += bytes;

    /// <summary>Ends the current bin.</summary>
    /// <param name="isFirst">Whether it is the first of a flow that begins with it, and whose rate is so known.</param>
    public void EndBin(bool isFirst = false)
    {
        BytesPerBin += (isFirst ? 1 : Weight) * (_bytes - BytesPerBin);
        SilentBins = _bytes > 0 ? 0 : SilentBins + 1;
        _bytes = 0;
    }
}
