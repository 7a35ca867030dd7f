using Mongoose.Client.Viewers;
using Mongoose.Core.Channels;
using Mongoose.Core.Lludp;
using Mongoose.Core.Lludp.Messages;
using Mongoose.Core.Loss;
using Mongoose.Core.Sending;
using Mongoose.Core.Shaping;
using Mongoose.Core.Units;
using Mongoose.Core.Updates;
using Mongoose.Runtime.Udp;
using Mongoose.Testbed.Region.Content;
using Mongoose.Testbed.Region.Options;
using Mongoose.Testbed.Region.Packets;

namespace Mongoose.Testbed.Region.Circuits;

/// <summary>
/// A region's side of one viewer's circuit: queues, sequence numbers, acks, resends and pings as in OpenSim. The region's
/// <see cref="Outbound.IOutbound"/> decides when queued packets are sent.
/// </summary>
internal sealed class Circuit : ICircuitPort, IPacketSink
{
    private static readonly Duration MinResendTimeout = Duration.FromMilliseconds(250);
    private static readonly Duration MaxResendTimeout = Duration.FromMilliseconds(3000);
    private const double ResendTimeoutPerPing = 5;
    private const double PingSmoothing = 0.2;

    /// <summary>Initial value of OpenSim's filter. It is far below most round-trip times, so the first resend timeouts are short.</summary>
    private const int FirstPingMilliseconds = 20;

    private readonly ICircuitHost _region;
    private readonly ChannelQueues<OutPacket> _queues;
    private readonly Dictionary<uint, OutPacket> _unacked = [];
    private readonly List<OutPacket> _expired = [];
    private readonly List<uint> _acksToSend = [];
    private readonly SequenceTracker _received = new();
    private readonly TextureSender _textures;
    private readonly EntityUpdates _updates;
    private readonly CircuitUpdates _sentUpdates;
    private PerChannel<uint> _stamps;
    private uint _sequence;
    private long _acks;
    private byte _pingId;
    private Instant? _pingSentAt;
    private bool _pingAnswered;
    private int _smoothedPingMilliseconds = FirstPingMilliseconds;
    private bool _hasPing;
    private Duration? _resendTimeout;
    private uint _heard;
    private bool _arrived;

    public Circuit(ICircuitHost region, UdpAddress viewer, in UseCircuitCode opening, Instant now)
    {
        _region = region;
        Viewer = viewer;
        Opening = opening;
        LastReceivedAt = now;
        _queues = new ChannelQueues<OutPacket>(region.Options.QueueLimitBytes);
        _textures = new TextureSender(this, region.Options.Textures, region.Options.TexturePacketBytes);
        _updates = new EntityUpdates(this, region.Options.Prims, region.WalkersMotion);
        _sentUpdates = new CircuitUpdates(region.Options.Sending.ResendRule, region.Trimmer, _unacked.ContainsKey);
    }

    /// <summary>Raised once, when the circuit has closed.</summary>
    public event Action? Closed;

    public UdpAddress Viewer { get; }

    public UseCircuitCode Opening { get; }

    public bool IsClosed { get; private set; }

    /// <summary>When the viewer's last datagram arrived; until the first one, when the circuit was opened.</summary>
    public Instant LastReceivedAt { get; private set; }

    /// <summary>The circuit's rates after OpenSim's clamping.</summary>
    public ChannelRates Rates { get; private set; } = StockThrottles.Default;

    public int UnackedPackets => _unacked.Count;

    public long UnackedBytes { get; private set; }

    /// <summary>The round-trip time of the last ping; an estimate before the first.</summary>
    public Duration RoundTrip { get; private set; } = Duration.FromMilliseconds(200);

    /// <summary>How often the limit on unacknowledged data held packets back.</summary>
    public long Stalls { get; private set; }

    public long Resends { get; private set; }

    /// <summary>What resent object updates carried.</summary>
    public ResendCounts ResentUpdates { get; private set; }

    public ref readonly QueueCounters Counters(Channel channel) => ref _queues.Counters(channel);

    public int QueuedPackets(Channel channel) => _queues.Packets(channel);

    public int HeadBytes(Channel channel)
    {
        // Of queued packets, only resends can be acked.
        while (channel == Channel.Resend && _queues.TryPeek(channel, out OutPacket? first) && first.Acked)
        {
            _queues.TryDrop(channel, DropReason.NoLongerNeeded, out _);
            _region.Pool.Return(first);
        }
        if (channel == Channel.Resend && _queues.TryPeek(channel, out OutPacket? resend))
            _queues.TrimHead(channel, Trim(resend));
        return _queues.HeadBytes(channel);
    }

    public OutPacket Rent(Channel channel, bool reliable) => _region.Pool.Rent(channel, reliable);

    public PayloadStamp Stamp(Channel channel, Instant readyAt) => new(readyAt, _stamps[channel]++);

    public void Enqueue(OutPacket packet)
    {
        if (!_queues.Enqueue(packet.Channel, packet, packet.Length))
            _region.Pool.Return(packet);
        else if (packet.Channel == Channel.Task)
            packet.UpdateOrdinal = _sentUpdates.Queued(packet.Datagram);
        Notify(News.Packets);
    }

    public bool HasReady(Channel channel) => ContentOf(channel)?.HasReady ?? false;

    /// <summary>Turns pending data of a channel into its next packet, which is queued.</summary>
    public bool TryMakePacket(Channel channel, out int estimate)
    {
        estimate = 0;
        return ContentOf(channel)?.TryMakePacket(out estimate) ?? false;
    }

    /// <summary>Sends the first packet of a channel's queue; returns its sequence number if it is reliable.</summary>
    public uint? SendHead(Channel channel)
    {
        if (!_queues.TryDequeue(channel, out OutPacket? packet))
            return null;
        bool reliable = packet.Reliable;
        uint number = Transmit(packet, channel);
        return reliable ? number : null;
    }

    public void CountStalls(long stalls) => Stalls += stalls;

    CircuitRates ICircuitPort.Rates => new(Rates.Total, Rates);

    InFlight ICircuitPort.InFlight => new(_unacked.Count, UnackedBytes, _acks);

    PathTimes ICircuitPort.Path => new(RoundTrip, ResendTimeout());

    ChannelSet ICircuitPort.FindBacklog()
    {
        ChannelSet backlog = ChannelSet.None;
        foreach (Channel channel in ChannelSet.All)
        {
            if (HeadBytes(channel) > 0)
                backlog = backlog.With(channel);
        }
        return backlog;
    }

    uint? ICircuitPort.Send(in Grant grant) => SendHead(grant.Channel);

    bool ICircuitPort.Resend(uint number) =>
        _unacked.TryGetValue(number, out OutPacket? packet) && packet.SentAt != Instant.Never
        && !_sentUpdates.IsObsolete(number, packet.Datagram) && QueueResend(packet);

    void ICircuitPort.SetResendTimeout(Duration? timeout) => _resendTimeout = timeout;

    RefillResult ICircuitPort.Refill(Channel channel, long bytes)
    {
        RefillResult result = RefillResult.Nothing;
        while (bytes > 0 && TryMakePacket(channel, out int estimate))
        {
            bytes -= estimate;
            result = RefillResult.Made;
        }
        return result;
    }

    /// <summary>Called after a frame of the region in which some avatars moved.</summary>
    public void AvatarsMoved(int count, IReadOnlyList<uint> walkers, Instant now)
    {
        if (!_arrived || count + walkers.Count == 0)
            return;
        for (uint avatar = 1; avatar <= count; avatar++)
            _updates.AvatarMoved(avatar, now);
        for (int i = 0; i < walkers.Count; i++)
            _updates.AvatarMoved(walkers[i], now);
        Notify(News.TaskContent);
    }

    public void SendWeather(Instant now)
    {
        if (_arrived)
            Landscape.SendWeather(this, now);
    }

    /// <summary>Moves packets whose ack timed out to the resend queue.</summary>
    public void QueueResends(Instant now)
    {
        Duration timeout = ResendTimeout();
        _expired.Clear();
        foreach (OutPacket packet in _unacked.Values)
        {
            Duration wait = _region.BacksOffResends ? ResendBackoff.Interval(timeout, packet.Resends) : timeout;
            if (packet.SentAt != Instant.Never && now - packet.SentAt >= wait)
                _expired.Add(packet);
        }
        _expired.Sort(static (a, b) => a.Sequence.CompareTo(b.Sequence));
        foreach (OutPacket packet in _expired)
            QueueResend(packet);
        if (_expired.Count > 0)
            Notify(News.Packets);
    }

    public void SendAcks()
    {
        for (int sent = 0; sent < _acksToSend.Count;)
        {
            OutPacket packet = Rent(Channel.Task, reliable: false);
            DatagramWriter w = packet.Begin();
            default(PacketAck).Write(ref w);
            while (sent < _acksToSend.Count && PacketAck.TryAppend(ref w, _acksToSend[sent]))
                sent++;
            SendUnqueued(packet, w);
        }
        _acksToSend.Clear();
    }

    public void SendPing(Instant now)
    {
        OutPacket packet = Rent(Channel.Task, reliable: false);
        DatagramWriter w = packet.Begin();
        new StartPingCheck(++_pingId, _unacked.Count == 0 ? 0 : _unacked.Keys.Min()).Write(ref w);
        SendUnqueued(packet, w);
        _pingSentAt = now;
        _pingAnswered = false;
    }

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

    public void Close()
    {
        if (IsClosed)
            return;
        IsClosed = true;
        foreach (Channel channel in ChannelSet.All)
        {
            while (_queues.TryDrop(channel, DropReason.Cleared, out OutPacket? packet))
            {
                if (channel != Channel.Resend || packet.Acked)
                    _region.Pool.Return(packet);
            }
        }
        foreach (OutPacket packet in _unacked.Values)
            _region.Pool.Return(packet);
        _unacked.Clear();
        UnackedBytes = 0;
        Closed?.Invoke();
    }

    /// <summary>Returns false if the queue is full; the next check tries again.</summary>
    private bool QueueResend(OutPacket packet)
    {
        if (!_queues.Enqueue(Channel.Resend, packet, packet.Length))
            return false;
        packet.SentAt = Instant.Never;
        packet.Resends++;
        DatagramHeader.MarkResent(packet.Buffer);
        return true;
    }

    /// <summary>Takes replaced blocks out of the next packet to be resent; returns its length.</summary>
    private int Trim(OutPacket packet)
    {
        int length = _sentUpdates.Trim(packet.Sequence, packet.Buffer.AsSpan(0, packet.Length));
        UnackedBytes -= packet.Length - length;
        return packet.Length = length;
    }

    private void Notify(News news) => _region.Notify(this, news);

    private IChannelContent? ContentOf(Channel channel) => channel switch
    {
        Channel.Task => _updates,
        Channel.Texture => _textures,
        _ => null,
    };

    private Duration ResendTimeout() => _resendTimeout ?? (_hasPing
        ? Duration.Clamp(Duration.FromMilliseconds(_smoothedPingMilliseconds * ResendTimeoutPerPing), MinResendTimeout, MaxResendTimeout)
        : Duration.FromMilliseconds(1000));

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
                Notify(News.TextureContent);
                break;
            case MessageId.TransferRequest when TransferRequest.TryRead(body, out TransferRequest request):
                AssetSender.Answer(this, request, now);
                break;
            case MessageId.LogoutRequest when LogoutRequest.TryRead(body, out LogoutRequest logout):
                Logout(logout);
                break;
        }
    }

    private void Acknowledge(uint sequence)
    {
        _region.Acked(this, _heard, sequence);
        if (!_unacked.Remove(sequence, out OutPacket? packet))
            return;
        UnackedBytes -= packet.Length;
        if (packet.SentAt == Instant.Never)
            packet.Acked = true; // It is in the resend queue, which returns it to the pool.
        else
            _region.Pool.Return(packet);
        _sentUpdates.ForgetAcked();
        _acks++;
        Notify(News.Acks);
    }

    private void SendHandshake()
    {
        OutPacket packet = Rent(Channel.Task, reliable: true);
        DatagramWriter w = packet.Begin();
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
        OutPacket packet = Rent(Channel.Task, reliable: true);
        DatagramWriter w = packet.Begin();
        new AgentMovementComplete { AgentId = Opening.AgentId, SessionId = Opening.SessionId, Position = new(128, 128, 25) }.Write(ref w);
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
        Notify(News.TaskContent);
    }

    private void SetThrottles(ReadOnlySpan<byte> payload)
    {
        if (AgentThrottle.TryDecode(payload, out ChannelRates requested) != AgentThrottleError.None)
            return;
        Rates = StockThrottles.FromRequest(requested, _region.Options.ClientMaximum);
        Notify(News.Rates);
    }

    private void AnswerPing(byte id)
    {
        OutPacket packet = Rent(Channel.Task, reliable: false);
        DatagramWriter w = packet.Begin();
        new CompletePingCheck(id).Write(ref w);
        SendUnqueued(packet, w);
    }

    private void MeasurePing(byte id, Instant now)
    {
        if (_pingSentAt is not { } sentAt)
            return;
        // OpenSim's filter assumes that every pong answers the last ping.
        Duration sample = now - sentAt;
        _smoothedPingMilliseconds = (int)(_smoothedPingMilliseconds * (1 - PingSmoothing) + sample.Milliseconds * PingSmoothing);
        _hasPing = true;
        if (id != _pingId || _pingAnswered)
            return;
        _pingAnswered = true;
        RoundTrip = sample;
    }

    private void Logout(in LogoutRequest request)
    {
        OutPacket packet = Rent(Channel.Task, reliable: false);
        DatagramWriter w = packet.Begin();
        new LogoutReply { AgentId = request.AgentId, SessionId = request.SessionId }.Write(ref w);
        SendUnqueued(packet, w);
        _region.Close(this);
    }

    /// <summary>Acks, pings and the messages that open and close a circuit bypass queues and rates, like OpenSim's Unknown category.</summary>
    private void SendUnqueued(OutPacket packet, in DatagramWriter written)
    {
        packet.Finish(written);
        Transmit(packet, channel: null);
    }

    private uint Transmit(OutPacket packet, Channel? channel)
    {
        bool first = packet.Resends == 0;
        if (first)
        {
            packet.Sequence = ++_sequence;
            DatagramHeader.SetSequence(packet.Buffer, packet.Sequence);
        }
        else
        {
            Resends++;
            ResentUpdates += _sentUpdates.Describe(packet.Sequence, packet.Datagram);
        }
        packet.SentAt = _region.Now;
        _region.Send(this, packet, channel);
        uint number = packet.Sequence;
        if (!packet.Reliable)
        {
            _region.Pool.Return(packet);
        }
        else if (first)
        {
            _unacked.Add(packet.Sequence, packet);
            _sentUpdates.Sent(packet.UpdateOrdinal, packet.Sequence);
            UnackedBytes += packet.Length;
        }
        return number;
    }
}
