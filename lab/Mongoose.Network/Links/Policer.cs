using Mongoose.Core.Settings;
using Mongoose.Core.Shaping;
using Mongoose.Core.Units;
using Mongoose.Network.Numerics;

namespace Mongoose.Network.Links;

/// <summary>A token bucket without a queue: a packet that the bucket does not cover is dropped.</summary>
public sealed record Policer
{
    private const int MaxPacketBytes = 1500;
    private const double MinKbps = 1, MaxKbps = 1e8;

    [Setting("rateKbps", IsRequired = true, Min = MinKbps, Max = MaxKbps, Unit = "kbit/s", Text = "rate at which the bucket fills")]
    public DataRate Rate { get; init; }

    [Setting("bucketBytes", IsRequired = true, Min = MaxPacketBytes, Max = TokenBucket.MaxBurstBytes, Unit = "bytes",
        Text = "size of the bucket, which is full at first")]
    public int BucketBytes { get; init; }

    /// <exception cref="ArgumentException">A value is out of range; the message names it and the range.</exception>
    public void Validate()
    {
        Allowed.Between(Rate.KilobitsPerSecond, MinKbps, MaxKbps, "policer, rate in kbit/s");
        Allowed.Between(BucketBytes, MaxPacketBytes, TokenBucket.MaxBurstBytes, "policer, bucket in bytes");
    }
}
