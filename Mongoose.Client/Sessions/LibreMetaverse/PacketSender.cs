using LibreMetaverse;
using LibreMetaverse.Packets;
using Mongoose.Core.Lludp;

namespace Mongoose.Client.Sessions.LibreMetaverse;

/// <summary>
/// Passes datagrams of the viewer's to the library, which numbers, sends and resends them like its own. Use it on one thread.
/// </summary>
internal sealed class PacketSender(GridClient client)
{
    private readonly byte[] _buffer = new byte[1400];
    private readonly byte[] _decoded = new byte[DatagramReader.ScratchBytes];

    public DatagramWriter Begin(bool reliable) => new(_buffer, reliable ? PacketFlags.Reliable : PacketFlags.None);

    /// <summary>Sends to the region where the avatar is; does nothing if there is none.</summary>
    public void Send(in DatagramWriter writer)
    {
        if (!writer.TryFinish(out int length))
            throw new InvalidOperationException("a message exceeds its buffer");
        if (client.Network.CurrentSim is not { } region)
            return;
        int last = length - 1;
        client.Network.SendPacket(Packet.BuildPacket(_buffer, ref last, _decoded), region);
    }
}

/// <summary>
/// The library numbers packets by frequency (1 Low, 2 Medium, 3 High) and id; on the wire, leading bytes encode the frequency.
/// </summary>
internal static class PacketNumbers
{
    private const int Low = 1, Medium = 2, High = 3;

    public static MessageId MessageOf(PacketType type) => ((int)type >> 16) switch
    {
        High => (MessageId)((int)type & 0xFF),
        Medium => (MessageId)(0xFF00u | (uint)type & 0xFF),
        Low => (MessageId)(0xFFFF0000u | (uint)type & 0xFFFF),
        _ => default,
    };
}
