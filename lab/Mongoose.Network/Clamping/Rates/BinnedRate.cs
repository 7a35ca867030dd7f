using Mongoose.Core.Units;

namespace Mongoose.Network.Clamping.Rates;

/// <summary>A rate from the bytes of bins of equal length: an exponentially weighted mean.</summary>
internal struct BinnedRate
{
    /// <summary>
    /// The weight of the latest bin: 95 % of a step is known after 1.8 s, and a burst of one bin raises the mean by 30 % of its rate.
    /// </summary>
    private const double Weight = 0.3;

    /// <summary>The length of a bin.</summary>
    public static readonly Duration BinLength = Duration.FromMilliseconds(200);

    private long _bytes;

    /// <summary>The mean of the finished bins, in bytes per bin.</summary>
    public double BytesPerBin { get; private set; }

    /// <summary>Finished bins since the last one with bytes.</summary>
    public int SilentBins { get; private set; }

    /// <summary>Converts bytes per bin to a rate.</summary>
    public static DataRate ToRate(double bytesPerBin) => DataRate.FromBytesPerSecond(bytesPerBin / BinLength.Seconds);

    /// <summary>Adds bytes to the current bin.</summary>
    public void Add(int bytes) => _bytes += bytes;

    /// <summary>Ends the current bin.</summary>
    /// <param name="isFirst">Whether the bin begins with a flow's first packet; the mean then becomes the bin's rate.</param>
    public void EndBin(bool isFirst = false)
    {
        BytesPerBin += (isFirst ? 1 : Weight) * (_bytes - BytesPerBin);
        SilentBins = _bytes > 0 ? 0 : SilentBins + 1;
        _bytes = 0;
    }
}
