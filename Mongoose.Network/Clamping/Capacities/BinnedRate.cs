namespace Mongoose.Network.Clamping.Capacities;

/// <summary>A rate from the bytes of bins of equal length: an exponentially weighted mean.</summary>
internal struct BinnedRate
{
    private long _bytes;

    /// <summary>The mean of the finished bins, in bytes per bin.</summary>
    public double BytesPerBin { get; private set; }

    /// <summary>Finished bins since the last one with bytes.</summary>
    public int SilentBins { get; private set; }

    /// <summary>Adds bytes to the current bin.</summary>
    public void Add(int bytes) => _bytes += bytes;

    /// <summary>Ends the current bin.</summary>
    public void EndBin(double weight)
    {
        BytesPerBin += weight * (_bytes - BytesPerBin);
        SilentBins = _bytes > 0 ? 0 : SilentBins + 1;
        _bytes = 0;
    }
}
