using Mongoose.Core.Units;
using Mongoose.Network.Clamping.Rates;

namespace Mongoose.Network.Clamping.Flows;

/// <summary>The rate of a flow, in bins that begin with its first packet.</summary>
internal struct RateMeter
{
    /// <summary>After this many empty bins any rate is zero: 0.7^100 is 3e-16.</summary>
    private const long MaxSilence = 100;

    private Instant _binStart;
    private BinnedRate _rate;
    private bool _isStarted, _hasBin;

    /// <summary>Counts bytes.</summary>
    public void Add(int bytes, Instant now)
    {
        Advance(now);
        if (!_isStarted)
            (_binStart, _isStarted) = (now, true);
        _rate.Add(bytes);
    }

    /// <summary>The rate at this time; zero before the end of the first bin.</summary>
    public DataRate Read(Instant now)
    {
        Advance(now);
        return BinnedRate.ToRate(_rate.BytesPerBin);
    }

    private void Advance(Instant now)
    {
        if (!_isStarted || now - _binStart < BinnedRate.BinLength)
            return;
        long ended = (now - _binStart).Nanoseconds / BinnedRate.BinLength.Nanoseconds;
        for (long bins = Math.Min(ended, MaxSilence); bins > 0; bins--)
        {
            _rate.EndBin(isFirst: !_hasBin);
            _hasBin = true;
        }
        _binStart += new Duration(ended * BinnedRate.BinLength.Nanoseconds);
    }
}
