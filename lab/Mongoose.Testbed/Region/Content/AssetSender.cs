using Mongoose.Core.Channels;
using Mongoose.Core.Lludp;
using Mongoose.Core.Lludp.Messages;
using Mongoose.Core.Units;
using Mongoose.Testbed.Region.Packets;

namespace Mongoose.Testbed.Region.Content;

/// <summary>Sends assets other than textures: as in OpenSim, all packets of a transfer are queued at once.</summary>
internal static class AssetSender
{
    /// <summary>Size of every asset, like a short sound or an animation.</summary>
    public const int AssetBytes = 20_000;

    private const int PacketBytes = 1000;
    private const int StatusMore = 0, StatusDone = 1;

    /// <summary>Answers a request with all packets of the transfer.</summary>
    public static void Answer(IPacketSink circuit, in TransferRequest request, Instant now)
    {
        OutPacket packet = circuit.Begin(Channel.Asset, reliable: true, out scoped DatagramWriter w);
        new TransferInfo { TransferId = request.TransferId, ChannelType = request.ChannelType, Size = AssetBytes }.Write(ref w);
        circuit.Enqueue(packet, w);

        for (int i = 0; i * PacketBytes < AssetBytes; i++)
            SendPacket(circuit, request, i, now);
    }

    private static void SendPacket(IPacketSink circuit, in TransferRequest request, int index, Instant now)
    {
        Span<byte> data = stackalloc byte[PacketBytes];
        data.Clear();
        circuit.Stamp(Channel.Asset, now).Write(data);
        OutPacket packet = circuit.Begin(Channel.Asset, reliable: true, out scoped DatagramWriter w);
        new TransferPacket
        {
            TransferId = request.TransferId,
            ChannelType = request.ChannelType,
            Packet = index,
            Status = (index + 1) * PacketBytes >= AssetBytes ? StatusDone : StatusMore,
            Data = data,
        }.Write(ref w);
        circuit.Enqueue(packet, w);
    }
}
