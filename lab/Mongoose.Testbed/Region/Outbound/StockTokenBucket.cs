using Mongoose.Core.Units;

namespace Mongoose.Testbed.Region.Outbound;

/// <summary>
/// OpenSim's bucket: a packet may be sent whenever any token is left, so the count can become negative by up to one packet. The bucket
/// holds 10 ms at its rate, at most 7500 bytes. Parent buckets are never charged.
/// </summary>
internal struct StockTokenBucket
{
    private const double BurstSeconds = 0.010;
    private const double MaxBurstBytes = 7500;
    private const double MinBytesPerSecond = 500;

    private double _tokens;
    private double _bytesPerSecond;
    private Instant _updated;

    public void SetRate(DataRate rate) => _bytesPerSecond = Math.Max(MinBytesPerSecond, rate.BytesPerSecond);

    public bool TryTake(int bytes, Instant now)
    {
        double burst = Math.Min(_bytesPerSecond * BurstSeconds, MaxBurstBytes);
        _tokens = Math.Min(burst, _tokens + (now - _updated).Seconds * _bytesPerSecond);
        _updated = now;
        if (_tokens <= 0)
            return false;
        _tokens -= bytes;
        return true;
    }
}
