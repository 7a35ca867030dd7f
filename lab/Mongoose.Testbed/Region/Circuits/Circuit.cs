using Mongoose.Client.Viewers;
using Mongoose.Core.Channels;
using Mongoose.Core.Lines;
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
internal sealed partial class Circuit : ICircuitPort, IPacketSink
{
    private readonly ICircuitHost _region;
    private readonly ChannelQueues<OutPacket> _queues;
    private readonly Dictionary<uint, OutPacket> _unacked = [];
    private readonly List<uint> _acksToSend = [];
    private readonly SequenceTracker _received = new();
    private readonly TextureSender _textures;
    private readonly EntityUpdates _updates;
    private readonly CircuitUpdates _sentUpdates;
    private readonly UpdatePortions _portions = new();
    private PerChannel<uint> _stamps;
    private uint _sequence;
    private long _acked;
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

    /// <summary>
    /// The visitor to whom all circuits with this name belong, in any region of the run; null: this circuit has a visitor of its own.
    /// </summary>
    public string? Visitor => _region.Options.Visitor ?? VisitorName.Of(_region.Options.VisitorPrefix, Opening.Code);

    /// <summary>The lines of the run's named visitors.</summary>
    public VisitorLines<string>? Lines => _region.Options.Lines;

    /// <summary>Whether the visitor's avatar is in this region; otherwise the visitor has a child agent here.</summary>
    public bool IsRoot => _region.Options.Role == CircuitRole.Root;

    public bool IsClosed { get; private set; }

    /// <summary>When the viewer's last datagram arrived; until the first one, when the circuit was opened.</summary>
    public Instant LastReceivedAt { get; private set; }

    /// <summary>The circuit's rates after OpenSim's clamping.</summary>
    public ChannelRates Rates { get; private set; } = StockThrottles.Default;

    public int UnackedPackets => _unacked.Count;

    public long UnackedBytes { get; private set; }

    /// <summary>The number of times that the limit on unacknowledged data held packets back.</summary>
    public long Stalls { get; private set; }

    public long Resends { get; private set; }

    /// <summary>Counts of resent object updates.</summary>
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

    public OutPacket Begin(Channel channel, bool reliable, out DatagramWriter writer)
    {
        OutPacket packet = _region.Pool.Rent(channel, reliable);
        writer = packet.Begin();
        return packet;
    }

    public PayloadStamp Stamp(Channel channel, Instant readyAt) => new(readyAt, _stamps[channel]++);

    public void Enqueue(OutPacket packet, in DatagramWriter written)
    {
        packet.Finish(written);
        Enqueue(packet);
    }

    /// <summary>Adds a finished packet to its channel's queue, which may refuse it.</summary>
    public void Enqueue(OutPacket packet)
    {
        if (!_queues.Enqueue(packet.Channel, packet, packet.Length))
            _region.Pool.Return(packet);
        else if (packet.Channel == Channel.Task)
            packet.UpdateOrdinal = _sentUpdates.Queued(packet.Datagram);
        Notify(CircuitEvents.Packets);
    }

    public bool HasReady(Channel channel) => channel switch
    {
        Channel.Task => _updates.HasReady,
        Channel.Texture => _textures.HasReady,
        _ => false,
    };

    /// <summary>Turns the next texture data into a packet, which is queued.</summary>
    public bool TryMakeTexturePacket(out int bytes) => _textures.TryMakePacket(out bytes);

    /// <inheritdoc cref="EntityUpdates.TryMakePackets"/>
    public bool TryMakeUpdatePackets(long estimate) => _updates.TryMakePackets(estimate);

    /// <summary>Sends the first packet of a channel's queue; returns its sequence number if it is reliable.</summary>
    public uint? SendHead(Channel channel)
    {
        if (!_queues.TryDequeue(channel, out OutPacket? packet))
            return null;
        if (channel == Channel.Task)
            _portions.Learn(packet.Datagram);
        bool reliable = packet.Reliable;
        uint number = Transmit(packet, channel);
        return reliable ? number : null;
    }

    public void CountStalls(long stalls) => Stalls += stalls;

    CircuitRates ICircuitPort.Rates => new(Rates.Total, Rates);

    InFlight ICircuitPort.InFlight => new(_unacked.Count, UnackedBytes, _acked);

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

    RefillResult ICircuitPort.Refill(Channel channel, long bytes)
    {
        if (channel == Channel.Task)
            return TryMakeUpdatePackets(_portions.Estimate(bytes, _updates.Moved)) ? RefillResult.Made : RefillResult.Nothing;
        RefillResult result = RefillResult.Nothing;
        while (bytes > 0 && TryMakeTexturePacket(out int made))
        {
            bytes -= made;
            result = RefillResult.Made;
        }
        return result;
    }

    /// <summary>Called after each frame of the region; avatars 1 to <paramref name="count"/> and the walkers have moved.</summary>
    public void AvatarsMoved(int count, IReadOnlyList<uint> walkers, Instant now)
    {
        if (!_arrived || count + walkers.Count == 0)
            return;
        for (uint avatar = 1; avatar <= count; avatar++)
            _updates.AvatarMoved(avatar, now);
        for (int i = 0; i < walkers.Count; i++)
            _updates.AvatarMoved(walkers[i], now);
        Notify(CircuitEvents.TaskContent);
    }

    public void SendWeather(Instant now)
    {
        if (_arrived)
            Landscape.SendWeather(this, now);
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

    private void Notify(CircuitEvents events) => _region.Notify(this, events);

    /// <summary>
    /// Acks, pings and the messages that open and close a circuit bypass queues and rates, like OpenSim's Unknown category.
    /// </summary>
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
        // Unreliable kills are on record too: every packet on record needs its number.
        if (first)
            _sentUpdates.Sent(packet.UpdateOrdinal, number);
        if (!packet.Reliable)
        {
            _region.Pool.Return(packet);
        }
        else if (first)
        {
            _unacked.Add(number, packet);
            UnackedBytes += packet.Length;
        }
        return number;
    }
}
