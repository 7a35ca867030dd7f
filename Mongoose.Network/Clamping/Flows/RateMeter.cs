using Mongoose.Core.Units;

namespace Mongoose.Network.Clamping.Flows;

/// <summary>The rate of a flow: the bytes of bins of 200 ms, smoothed.</summary>
internal struct RateMeter
{
    private const double Weight = 0.3;

    /// <summary>After so many empty bins nothing is left of any rate: 0.7^100 is 3e-16.</summary>
    private const long LongestSilence = 100;

    private static readonly Duration Bin = Duration.FromMilliseconds(200);

    private Instant _binStart;
    private long _bytes;
    private double _bytesPerSecond;
    private bool _isStarted, _hasBin;

    /// <summary>Counts bytes.</summary>
    public void Add(int bytes, Instant now)
    {
        Advance(now);
        if (!_isStarted)
            (_binStart, _isStarted) = (now, true);
        _bytes += bytes;
    }

    /// <summary>The rate at this time; zero before the end of the first bin.</summary>
    public DataRate Read(Instant now)
    {
        Advance(now);
        return DataRate.FromBytesPerSecond(_bytesPerSecond);
    }

    private void Advance(Instant now)
    {
        if (!_isStarted || now - _binStart < Bin)
            return;
        Close(_bytes / Bin.Seconds);
        _bytes = 0;
        long ended = (now - _binStart).Nanoseconds / Bin.Nanoseconds;
        for (long empty = Math.Min(ended - 1, LongestSilence); empty > 0; empty--)
            Close(0);
        _binStart += new Duration(ended * Bin.Nanoseconds);
    }

    private void Close(double rate)
    {
        _bytesPerSecond = _hasBin ? _bytesPerSecond + Weight * (rate - _bytesPerSecond) : rate;
        _hasBin = true;
    }
}
