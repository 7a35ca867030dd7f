using Mongoose.Client.Viewers;
using Mongoose.Core.Channels;
using Mongoose.Core.Lludp;
using Mongoose.Core.Lludp.Messages;
using Mongoose.Core.Units;

namespace Mongoose.Client.Sessions.LibreMetaverse;

// Incoming packets and their meaning.
internal sealed partial class LibreMetaverseSession
{
    private void Received(IncomingPacket packet)
    {
        if (_over)
            return;
        if (packet.IsAhead)
        {
            ArrivesAhead(packet);
            return;
        }
        Figures.Received(packet.Bytes, packet.At);
        _rates.OnPacket(packet.Sequence, packet.IsResent, packet.Bytes, packet.At);
        Channel? channel = MessageChannels.Of(packet.Message);
        DatagramReader datagram = default;
        if (packet.Datagram.Length > 0 && DatagramReader.TryParse(packet.Datagram, _scratch, out datagram) == LludpError.None
            && packet.Message == MessageId.LayerData && LayerData.TryRead(datagram.Body, out LayerData layer))
            channel = LayerTypes.ChannelOf(layer.Type);
        if (channel is { } known)
            Figures.Carried(packet.IsResent ? Channel.Resend : known, packet.Bytes);
        Handle(datagram, packet.Region, packet.At);
    }

    private void ArrivesAhead(IncomingPacket packet)
    {
        if (DatagramReader.TryParse(packet.Datagram, _scratch, out DatagramReader datagram) == LludpError.None
            && AgentMovementComplete.TryRead(datagram.Body, out AgentMovementComplete arrived))
            _avatar.Arrived(packet.Region, arrived, packet.At);
    }

    private void Handle(in DatagramReader datagram, object region, Instant at)
    {
        ReadOnlySpan<byte> body = datagram.Body;
        switch (datagram.Message)
        {
            case MessageId.CompletePingCheck when CompletePingCheck.TryRead(body, out CompletePingCheck pong) && pong.PingId == _pingId:
                Answered(at);
                break;
            case MessageId.ImageData when ImageData.TryRead(body, out ImageData image):
                _textures.Received(image);
                RequestTextures();
                break;
            case MessageId.ImagePacket when ImagePacket.TryRead(body, out ImagePacket packet):
                _textures.Received(packet);
                RequestTextures();
                break;
            case MessageId.ImageNotInDatabase when ImageNotInDatabase.TryRead(body, out ImageNotInDatabase missing):
                _textures.NotThere(missing.ImageId);
                RequestTextures();
                break;
            case MessageId.ObjectUpdate when ObjectUpdate.TryRead(body, out ObjectUpdate update):
                _avatar.In(region)?.Received(update, at);
                if (_plan.Textures.Count == 0)
                    SceneTextures.Collect(update, Fetch);
                Figures.Downloads?.Assets.Collect(update);
                break;
            case MessageId.ObjectUpdateCompressed when ObjectUpdateCompressed.TryRead(body, out ObjectUpdateCompressed compressed):
                Figures.Downloads?.Assets.Collect(compressed);
                break;
            case MessageId.ImprovedTerseObjectUpdate when ImprovedTerseObjectUpdate.TryRead(body, out ImprovedTerseObjectUpdate moved):
                _avatar.In(region)?.Received(moved, at);
                break;
            case MessageId.AgentMovementComplete when AgentMovementComplete.TryRead(body, out AgentMovementComplete arrived):
                _avatar.Arrived(region, arrived, at);
                break;
            case MessageId.TeleportLocal when TeleportLocal.TryRead(body, out TeleportLocal local):
                _avatar.In(region)?.Placed(local.Position, at);
                break;
            case MessageId.RegionHandshake when RegionHandshake.TryRead(body, out RegionHandshake handshake):
                if (_plan.Textures.Count == 0)
                    SceneTextures.Collect(handshake.Terrain, Fetch);
                Figures.Downloads?.Assets.Collect(handshake.Terrain);
                break;
        }
    }

    private void Answered(Instant at)
    {
        if (_pingSentAt is not { } sentAt)
            return;
        _pingSentAt = null;
        Figures.PingAnswered(at - sentAt);
        _rates.OnPing(at - sentAt, at);
    }

    private void Fetch(Guid texture)
    {
        if (_textures.Add(texture))
            RequestTextures();
    }
}
