using Mongoose.Core.Units;

namespace Mongoose.Verse.Acknowledgment;

/// <summary>A sender's record of a payload packet in flight.</summary>
/// <typeparam name="TContent">What the packet contains.</typeparam>
public struct PacketInFlight<TContent>
    where TContent : class
{
    public Instant SentAt;

    /// <summary>On the wire, with 28 bytes of IPv4 and UDP headers.</summary>
    public int Bytes;

    /// <summary>The number of doublings of the retransmission timer when the packet was sent.</summary>
    public int Backoff;

    /// <summary>Null if the packet is empty.</summary>
    public TContent? Content;

    /// <summary>Whether the packet's fate is known: it is decided once.</summary>
    public bool IsDecided;
}

/// <summary>Learns the fate of packets. A packet's fate is decided once.</summary>
/// <typeparam name="TContent">What the packets contain.</typeparam>
public interface IFates<TContent>
    where TContent : class
{
    void OnAcked(long id, in PacketInFlight<TContent> packet);

    void OnLost(long id, in PacketInFlight<TContent> packet);
}
