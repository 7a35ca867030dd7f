using Mongoose.Core.Paths;
using Mongoose.Core.Units;

namespace Mongoose.Core.Sending;

/// <summary>The losses that acks have shown since the last report to path control.</summary>
internal struct FoundLosses
{
    /// <summary>Number of packets found lost.</summary>
    public int Lost { get; private set; }

    /// <summary>When the newest lost packet was first sent; undefined if no packet was lost.</summary>
    public Instant NewestLostSent { get; private set; }

    /// <summary>Number of packets that were found lost and have arrived after all.</summary>
    public int Spurious { get; set; }

    /// <summary>Adds a packet that was found lost. Packets are added in the order of their numbers.</summary>
    public void AddLost(in SentPacket packet)
    {
        NewestLostSent = packet.FirstSent;
        Lost++;
    }
}
