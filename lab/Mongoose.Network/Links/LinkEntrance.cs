using Mongoose.Core.Shaping;
using Mongoose.Core.Units;
using Mongoose.Network.Packets;

namespace Mongoose.Network.Links;

/// <summary>The entrance of a link. Before the queue it drops oversized packets, and packets for which a policer has no tokens.</summary>
internal struct LinkEntrance(LinkOptions options, Instant now)
{
    private readonly int _mtu = options.MtuBytes ?? int.MaxValue;
    private readonly bool _polices = options.Policer is not null;
    private TokenBucket _bucket = options.Policer is { } policer ? new TokenBucket(policer.Rate, policer.BucketBytes, now) : default;

    public long TooLarge { get; private set; }

    public long Policed { get; private set; }

    /// <summary>Whether the packet may enter; otherwise it has been counted.</summary>
    public bool Admits(Packet packet, Instant now)
    {
        if (packet.WireBytes > _mtu)
        {
            TooLarge++;
            return false;
        }
        if (!_polices)
            return true;
        _bucket.Refill(now);
        if (!_bucket.Covers(packet.WireBytes))
        {
            Policed++;
            return false;
        }
        _bucket.Take(packet.WireBytes);
        return true;
    }
}
