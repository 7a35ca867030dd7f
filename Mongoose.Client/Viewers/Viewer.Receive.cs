using Mongoose.Core.Channels;
using Mongoose.Core.Lludp;
using Mongoose.Core.Lludp.Messages;
using Mongoose.Core.Units;
using Mongoose.Runtime.Udp;

namespace Mongoose.Client.Viewers;

// Incoming messages and their meaning.
public sealed partial class Viewer
{
    private void Receive(UdpAddress from, ReadOnlySpan<byte> bytes)
    {
        if (State == ViewerState.Closed || from != _options.Region || bytes.Length < DatagramHeader.Bytes)
            return;
        if (_frames is null)
            Process(bytes);
        else
            _frames.Buffers.Arrive(bytes);
    }

    private void Process(ReadOnlySpan<byte> bytes)
    {
        if (State == ViewerState.Closed || DatagramReader.TryParse(bytes, _scratch, out DatagramReader datagram) != LludpError.None)
            return;
        for (int i = 0; i < datagram.Acks.Count; i++)
            Acknowledged(datagram.Acks[i]);
        if (datagram.IsReliable)
            _acks.Processed(datagram.Sequence);
        Instant now = _scheduler.Now;
        LastReceivedAt = now;
        DatagramsReceived++;
        BytesReceived += bytes.Length;
        bool isNew = !RateControl.OnPacket(datagram.Sequence, datagram.IsResent, bytes.Length, now).IsRepeated;
        DatagramArrived?.Invoke(new ReceivedDatagram(now, datagram.Sequence, datagram.Message, datagram.Flags, bytes.Length, isNew));
        if (isNew)
            Handle(datagram, bytes.Length);
    }

    private void Handle(in DatagramReader datagram, int bytes)
    {
        ReadOnlySpan<byte> body = datagram.Body;
        switch (datagram.Message)
        {
            case MessageId.PacketAck when PacketAck.TryRead(body, out PacketAck acks):
                for (int i = 0; i < acks.Sequences.Count; i++)
                    Acknowledged(acks.Sequences[i]);
                break;
            case MessageId.RegionHandshake when RegionHandshake.TryRead(body, out RegionHandshake handshake):
                Arrive(handshake);
                break;
            case MessageId.TeleportLocal when TeleportLocal.TryRead(body, out TeleportLocal local):
                Position = local.Position;
                _avatar.Placed(local.Position, _scheduler.Now);
                TeleportEnded?.Invoke(true);
                break;
            case MessageId.TeleportFailed:
                TeleportEnded?.Invoke(false);
                break;
            case MessageId.StartPingCheck when StartPingCheck.TryRead(body, out StartPingCheck ping):
                AnswerPing(ping.PingId);
                break;
            case MessageId.CompletePingCheck when CompletePingCheck.TryRead(body, out CompletePingCheck pong) && pong.PingId == _pingId:
                Answered();
                break;
            case MessageId.AgentMovementComplete when AgentMovementComplete.TryRead(body, out AgentMovementComplete arrived):
                Position = arrived.Position;
                _avatar.Received(arrived, _scheduler.Now);
                Entered?.Invoke();
                break;
            case MessageId.LogoutReply or MessageId.CloseCircuit or MessageId.DisableSimulator or MessageId.KickUser:
                _acks.SendAll();
                Close();
                Closed?.Invoke();
                break;
            default:
                HandleContent(datagram, bytes);
                break;
        }
    }

    private void Acknowledged(uint sequence)
    {
        _sender.Remove(sequence);
        if (sequence == _rateRequest.Sequence)
            RateControl.OnAcknowledged(_rateRequest.Generation);
    }

    private void HandleContent(in DatagramReader datagram, int bytes)
    {
        ReadOnlySpan<byte> body = datagram.Body;
        switch (datagram.Message)
        {
            case MessageId.ImageData when ImageData.TryRead(body, out ImageData image):
                Count(Channel.Texture, datagram, bytes, image.Data);
                _textures.Received(image);
                RequestTextures();
                break;
            case MessageId.ImagePacket when ImagePacket.TryRead(body, out ImagePacket packet):
                Count(Channel.Texture, datagram, bytes, packet.Data);
                _textures.Received(packet);
                RequestTextures();
                break;
            case MessageId.ImageNotInDatabase when ImageNotInDatabase.TryRead(body, out ImageNotInDatabase missing):
                Count(Channel.Texture, datagram, bytes, default);
                _textures.NotThere(missing.ImageId);
                RequestTextures();
                break;
            case MessageId.ImprovedTerseObjectUpdate when ImprovedTerseObjectUpdate.TryRead(body, out ImprovedTerseObjectUpdate terse):
                Count(Channel.Task, datagram, bytes, FirstPayload(terse));
                OnMoved(terse);
                break;
            case MessageId.ObjectUpdate when ObjectUpdate.TryRead(body, out ObjectUpdate full):
                Count(Channel.Task, datagram, bytes, FirstPayload(full));
                OnUpdated(full);
                break;
            case MessageId.ObjectUpdateCompressed when ObjectUpdateCompressed.TryRead(body, out ObjectUpdateCompressed compressed):
                Count(Channel.Task, datagram, bytes, default);
                OnUpdated(compressed);
                break;
            case MessageId.ObjectUpdateCached when ObjectUpdateCached.TryRead(body, out ObjectUpdateCached cached):
                Count(Channel.Task, datagram, bytes, default);
                OnUpdated(cached);
                break;
            case MessageId.AvatarAppearance when AvatarAppearance.TryRead(body, out AvatarAppearance appearance):
                Count(Channel.Task, datagram, bytes, appearance.TextureEntry);
                if (!Objects.TryGetAvatar(appearance.AgentId, out _))
                    EarlyAppearances++;
                break;
            case MessageId.LayerData when LayerData.TryRead(body, out LayerData layer):
                Count(LayerTypes.ChannelOf(layer.Type), datagram, bytes, layer.Data);
                break;
            case MessageId.TransferInfo:
                Count(Channel.Asset, datagram, bytes, default);
                break;
            case MessageId.TransferPacket when TransferPacket.TryRead(body, out TransferPacket piece):
                Count(Channel.Asset, datagram, bytes, piece.Data);
                break;
        }
    }

    private void Count(Channel channel, in DatagramReader datagram, int bytes, ReadOnlySpan<byte> payload)
    {
        Instant now = _scheduler.Now;
        PayloadStamp? stamp = _options.ReadStamps && PayloadStamp.TryRead(payload, out PayloadStamp found) ? found : null;
        Arrival arrival = new(now, channel, datagram.IsResent, bytes, now - stamp?.ReadyAt);
        _channels[(int)channel].Count(arrival, stamp);
        PacketArrived?.Invoke(arrival);
    }

    private void OnMoved(in ImprovedTerseObjectUpdate update)
    {
        _avatar.Received(update, _scheduler.Now);
        if (ObjectMoved is not { } moved)
            return;
        foreach (TerseObject terse in update.Objects)
        {
            if (TerseMotion.TryRead(terse.Data, out TerseMotion motion))
                moved(motion);
        }
    }

    private void OnUpdated(in ObjectUpdate update)
    {
        _avatar.Received(update, _scheduler.Now);
        foreach (ObjectUpdateBlock block in update.Objects)
            Objects.OnUpdate(block.LocalId, block.PCode, block.FullId, _scheduler.Now);
        if (TextureSeen is { } seen)
            SceneTextures.Collect(update, seen);
        SceneAssets?.Collect(update);
    }

    private void OnUpdated(in ObjectUpdateCompressed update)
    {
        foreach (CompressedObject compressed in update.Objects)
        {
            if (compressed.LocalId is { } localId)
                Objects.OnUpdate(localId, _scheduler.Now);
        }
        SceneAssets?.Collect(update);
    }

    private void OnUpdated(in ObjectUpdateCached update)
    {
        for (int i = 0; i < update.Count; i++)
            Objects.OnUpdate(update[i].LocalId, _scheduler.Now);
    }

    private static ReadOnlySpan<byte> FirstPayload(in ImprovedTerseObjectUpdate update)
    {
        foreach (TerseObject terse in update.Objects)
            return terse.TextureEntry;
        return default;
    }

    private static ReadOnlySpan<byte> FirstPayload(in ObjectUpdate update)
    {
        foreach (ObjectUpdateBlock block in update.Objects)
            return block.Data;
        return default;
    }
}
