using Mongoose.Core.Units;

namespace Mongoose.Verse.Acknowledgment;

/// <summary>A sender's record of a payload packet in flight.</summary>
/// <typeparam name="TContent">What the packet contains.</typeparam>
/// <param name="SentAt">When it was sent.</param>
/// <param name="Bytes">On the wire, with 28 bytes of IPv4 and UDP headers.</param>
/// <param name="Backoff">The number of doublings of the retransmission timer when the packet was sent.</param>
/// <param name="Content">Null if the packet is empty.</param>
/// <param name="IsDecided">Whether the packet's fate is known: it is decided once.</param>
public record struct PacketInFlight<TContent>(Instant SentAt, int Bytes, int Backoff, TContent? Content, bool IsDecided = false)
    where TContent : class;

/// <summary>Learns the fate of packets. A packet's fate is decided once.</summary>
/// <typeparam name="TContent">What the packets contain.</typeparam>
public interface IFates<TContent>
    where TContent : class
{
    void OnAcked(long id, in PacketInFlight<TContent> packet);

    void OnLost(long id, in PacketInFlight<TContent> packet);
}
