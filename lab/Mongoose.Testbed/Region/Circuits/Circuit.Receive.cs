using Mongoose.Core.Channels;
using Mongoose.Core.Lludp;
using Mongoose.Core.Lludp.Messages;
using Mongoose.Core.Sending;
using Mongoose.Core.Units;
using Mongoose.Testbed.Region.Content;
using Mongoose.Testbed.Region.Options;
using Mongoose.Testbed.Region.Packets;

namespace Mongoose.Testbed.Region.Circuits;

// The viewer's messages, and the answers.
internal sealed partial class Circuit
{
    /// <summary>Handles a datagram from the viewer.</summary>
    public void Receive(in DatagramReader datagram, Instant now)
    {
        (LastReceivedAt, _heard) = (now, datagram.Sequence);
        _region.DatagramReceived(this, datagram.Sequence);
        for (int i = 0; i < datagram.Acks.Count; i++)
            Acknowledge(datagram.Acks[i]);
        if (datagram.IsReliable)
        {
            _acksToSend.Add(datagram.Sequence);
            if (_received.OnPacket(datagram.Sequence, datagram.IsResent, now).IsRepeated)
                return;
        }
        Handle(datagram, now);
    }

    public void SendAcks()
    {
        for (int sent = 0; sent < _acksToSend.Count;)
        {
            OutPacket packet = Begin(Channel.Task, reliable: false, out DatagramWriter w);
            default(PacketAck).Write(ref w);
            while (sent < _acksToSend.Count && PacketAck.TryAppend(ref w, _acksToSend[sent]))
                sent++;
            SendUnqueued(packet, w);
        }
        _acksToSend.Clear();
    }

    private void Handle(in DatagramReader datagram, Instant now)
    {
        ReadOnlySpan<byte> body = datagram.Body;
        switch (datagram.Message)
        {
            case MessageId.UseCircuitCode when UseCircuitCode.TryRead(body, out _):
                SendAcks(); // The viewer is waiting for this ack.
                SendHandshake();
                break;
            case MessageId.CompleteAgentMovement when CompleteAgentMovement.TryRead(body, out _):
                SendMovementComplete();
                break;
            case MessageId.RegionHandshakeReply when RegionHandshakeReply.TryRead(body, out _):
                Arrive(now);
                break;
            case MessageId.AgentThrottle when AgentThrottleMessage.TryRead(body, out AgentThrottleMessage throttle):
                SetThrottles(throttle.Throttles);
                break;
            case MessageId.StartPingCheck when StartPingCheck.TryRead(body, out StartPingCheck ping):
                AnswerPing(ping.PingId);
                break;
            case MessageId.CompletePingCheck when CompletePingCheck.TryRead(body, out CompletePingCheck pong):
                MeasurePing(pong.PingId, now);
                break;
            case MessageId.PacketAck when PacketAck.TryRead(body, out PacketAck acks):
                for (int i = 0; i < acks.Sequences.Count; i++)
                    Acknowledge(acks.Sequences[i]);
                break;
            case MessageId.RequestImage when RequestImage.TryRead(body, out RequestImage request):
                for (int i = 0; i < request.Count; i++)
                    _textures.Request(request[i], now);
                Notify(CircuitEvents.TextureContent);
                break;
            case MessageId.TransferRequest when TransferRequest.TryRead(body, out TransferRequest request):
                AssetSender.Answer(this, request, now);
                break;
            case MessageId.LogoutRequest when LogoutRequest.TryRead(body, out LogoutRequest logout):
                Logout(logout);
                break;
        }
    }

    private void SendHandshake()
    {
        OutPacket packet = Begin(Channel.Task, reliable: true, out DatagramWriter w);
        new RegionHandshake
        {
            SimName = _region.NameBytes,
            RegionId = _region.Id,
            SimAccess = 13,
            WaterHeight = 20,
            BillableFactor = 1,
        }.Write(ref w);
        SendUnqueued(packet, w);
    }

    private void SendMovementComplete()
    {
        OutPacket packet = Begin(Channel.Task, reliable: true, out DatagramWriter w);
        new AgentMovementComplete
        {
            AgentId = Opening.AgentId,
            SessionId = Opening.SessionId,
            Position = new(128, 128, 25),
            RegionHandle = RegionHandle.Value
        }.Write(ref w);
        SendUnqueued(packet, w);
    }

    private void Arrive(Instant now)
    {
        if (_arrived)
            return;
        _arrived = true;
        Bystanders.Send(this, _region.Options.Avatars, now);
        _updates.QueueAllObjects(now);
        if (_region.Options.Landscape)
            Landscape.SendTerrain(this, now);
        Notify(CircuitEvents.TaskContent);
    }

    private void SetThrottles(ReadOnlySpan<byte> payload)
    {
        if (AgentThrottle.TryDecode(payload, out ChannelRates requested) != AgentThrottleError.None)
            return;
        Rates = StockThrottles.FromRequest(requested, _region.Options.ClientMaximum);
        Notify(CircuitEvents.Rates);
    }

    private void Logout(in LogoutRequest request)
    {
        OutPacket packet = Begin(Channel.Task, reliable: false, out DatagramWriter w);
        new LogoutReply { AgentId = request.AgentId, SessionId = request.SessionId }.Write(ref w);
        SendUnqueued(packet, w);
        _region.Close(this);
    }
}
