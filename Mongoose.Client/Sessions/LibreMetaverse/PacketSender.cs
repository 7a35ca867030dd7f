using LibreMetaverse;
using LibreMetaverse.Packets;
using Mongoose.Core.Lludp;

namespace Mongoose.Client.Sessions.LibreMetaverse;

/// <summary>
/// Passes a viewer's datagrams to the library, which numbers, sends and resends them like its own. Use it on one thread.
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
