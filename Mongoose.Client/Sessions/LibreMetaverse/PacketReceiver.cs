using LibreMetaverse;
using LibreMetaverse.Packets;
using Mongoose.Core.Lludp;
using Mongoose.Core.Units;
using Mongoose.Runtime.Time;

namespace Mongoose.Client.Sessions.LibreMetaverse;

/// <summary>
/// Receives packets on the library's own thread. The library passes on decoded packets only, without their size on the wire: the size is
/// taken from the library's byte count, so a packet may show the size of the next packet, or of a duplicate that the library dropped, but
/// the sums are exact.
/// </summary>
internal sealed class PacketReceiver(GridClient client, Mailbox mailbox, Action<IncomingPacket> receive)
{
    private const byte ZeroCodedOrAcks = (byte)(PacketFlags.ZeroCoded | PacketFlags.AppendedAcks);
    private const int Low = 1, Medium = 2, High = 3;

    private Simulator? _region;
    private long _bytesSeen;

    // All Default callbacks must be synchronous, or the library skips them for packets that have synchronous callbacks of their own.
    public void Start() => client.Network.RegisterCallback(PacketType.Default, Received, isAsync: false);

    private void Received(object? sender, PacketReceivedEventArgs received)
    {
        // No simulator is current while the first circuit opens.
        if (client.Network.CurrentSim is { } current && received.Simulator != current)
        {
            // The next region sends the avatar's position once, and may do so before the library makes it the current simulator.
            if (MessageOf(received.Packet.Type) == MessageId.AgentMovementComplete)
                Post(received, bytes: 0, isAhead: true);
            return;
        }
        if (received.Simulator != _region)
            (_region, _bytesSeen) = (received.Simulator, 0);
        long bytes = received.Simulator.Stats.GetRecvBytes();
        int size = (int)Math.Clamp(bytes - _bytesSeen, 1, DatagramHeaders.MaxPayloadBytes);
        _bytesSeen += size;

        Post(received, size, isAhead: false);
    }

    private void Post(PacketReceivedEventArgs received, int bytes, bool isAhead)
    {
        Packet packet = received.Packet;
        MessageId message = MessageOf(packet.Type);
        IncomingPacket incoming = new(RealTimeLoop.Clock, packet.Header.Sequence, packet.Header.Resent, message, bytes,
            received.Simulator, isAhead, IsLookedInto(message) ? Datagram(packet) : []);
        mailbox.Post(() => receive(incoming));
    }

    /// <summary>
    /// The library numbers packets by frequency (1 Low, 2 Medium, 3 High) and id; on the wire, leading bytes encode the frequency.
    /// </summary>
    private static MessageId MessageOf(PacketType type) => ((int)type >> 16) switch
    {
        High => (MessageId)((int)type & 0xFF),
        Medium => (MessageId)(0xFF00u | (uint)type & 0xFF),
        Low => (MessageId)(0xFFFF0000u | (uint)type & 0xFFFF),
        _ => default,
    };

    private static bool IsLookedInto(MessageId message) =>
        message is MessageId.CompletePingCheck or MessageId.ImageData or MessageId.ImagePacket or MessageId.ImageNotInDatabase
        or MessageId.LayerData or MessageId.RegionHandshake or MessageId.AgentMovementComplete or MessageId.TeleportLocal
        or MessageId.ObjectUpdate or MessageId.ObjectUpdateCompressed or MessageId.ImprovedTerseObjectUpdate;

    /// <summary>Encodes the packet again, and clears flags that only apply on the wire.</summary>
    private static byte[] Datagram(Packet packet)
    {
        byte[] bytes = packet.ToBytes();
        bytes[0] = (byte)(bytes[0] & ~ZeroCodedOrAcks);
        return bytes;
    }
}

/// <summary>A packet that the library has handed on.</summary>
/// <param name="At">The packet's arrival time.</param>
/// <param name="Sequence">The packet's sequence number.</param>
/// <param name="IsResent">The packet's resent flag.</param>
/// <param name="Message">The message that it carries.</param>
/// <param name="Bytes">UDP payload.</param>
/// <param name="Region">The circuit on which it arrived: the same object while the circuit is open.</param>
/// <param name="IsAhead">
/// Whether the avatar has not reached that region yet according to the library: then the packet is not counted.
/// </param>
/// <param name="Datagram">The packet itself if its content is needed; else empty.</param>
internal readonly record struct IncomingPacket(Instant At, uint Sequence, bool IsResent, MessageId Message, int Bytes, object Region,
    bool IsAhead, byte[] Datagram);
