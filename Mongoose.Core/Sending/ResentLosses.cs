using Mongoose.Core.Paths;

namespace Mongoose.Core.Sending;

/// <summary>
/// The last packets that were found lost, were sent again and then acknowledged once. A second ack shows that both transmissions have
/// arrived, as a duplicate report does in TCP (RFC 3708). If a client repeats acks for other reasons, a second ack proves nothing.
/// </summary>
internal sealed class ResentLosses
{
    /// <summary>A power of two. A packet that another one replaces here stays a loss.</summary>
    private const int Remembered = 64;

    private readonly SentPacket[] _packets = new SentPacket[Remembered];

    /// <summary>Remembers a packet after its first ack.</summary>
    public void Add(in SentPacket packet) => _packets[packet.Number % Remembered] = packet;

    /// <summary>Takes a packet that is acknowledged again. Returns false if no such packet is remembered.</summary>
    public bool TryTake(uint number, out SentPacket packet)
    {
        ref SentPacket place = ref _packets[number % Remembered];
        packet = place;
        if (place.Transmissions == 0 || place.Number != number)
            return false;
        place = default;
        return true;
    }
}
