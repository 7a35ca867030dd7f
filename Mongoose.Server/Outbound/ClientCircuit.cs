using System.Net;
using Mongoose.Core.Channels;
using Mongoose.Core.Sending;
using Mongoose.Core.Shaping;
using Mongoose.Core.Status.Figures;
using Mongoose.Core.Units;
using Mongoose.Server.Configuration;
using Mongoose.Server.Inbound;
using OpenSim.Region.ClientStack.LindenUDP;

namespace Mongoose.Server.Outbound;

/// <summary>
/// Adapts OpenSim's client to Mongoose's sender. Called on the sender's thread, except for <see cref="Receive"/> and the handlers of
/// OpenSim's events.
/// </summary>
internal sealed class ClientCircuit : ICircuitPort
{
    /// <summary>
    /// OpenSim scales requests above the cap down to it with rounding errors, so a total above this fraction of the cap counts as capped.
    /// </summary>
    private const double CappedFraction = 0.999;

    private static readonly AvatarNumbers Avatars = new();
    private static int _circuits;

    private readonly RegionContext _context;
    private readonly ContentRefill _refill;
    private readonly ResendTimer _resends;
    private readonly UnackedPackets _unacked = new();
    private readonly UpdateResends _updates;
    private readonly Action<OutgoingPacket> _send;
    private readonly Action _wake;
    private CircuitRates _rates;
    private long _acked;

    /// <param name="view">The client.</param>
    /// <param name="wake">Wakes the sender's thread.</param>
    public ClientCircuit(RegionContext context, LLClientView view, Action wake)
    {
        (_context, _wake) = (context, wake);
        View = view;
        Client = view.UDPClient;
        Queues = new ClientQueues(context.Internals, Client);
        _updates = new UpdateResends(context, Client, _unacked);
        _resends = new ResendTimer(Client, context.TickCount);
        _send = context.Internals.SendPacketFinal(context.Server);
        _refill = new ContentRefill(context, view, Announce);
        OnRates = () => Announce(CircuitEvents.Rates);
        OpenedAt = context.Clock();
        Avatar = Avatars.Of(view.AgentId);
        IPAddress address = Addresses.Plain(Client.RemoteEndPoint.Address);
        AddressPlace place = ThisHost.PlaceOf(address);
        Household = place == AddressPlace.OnHost ? "" : Addresses.HouseholdOf(address);
        IsNear = place == AddressPlace.Near;
    }

    /// <summary>The circuit's number in this process, for readers who may not see names.</summary>
    public int Number { get; } = Interlocked.Increment(ref _circuits);

    /// <summary>The number of the avatar, which it keeps in all its circuits.</summary>
    public int Avatar { get; }

    public Instant OpenedAt { get; }

    /// <summary>Whether the avatar is in a neighbouring region.</summary>
    public bool IsChild => View.SceneAgent is { IsChildAgent: true };

    public bool IsRoot => !IsChild;

    /// <summary>Whether the avatar is in the region. OpenSim makes it after the circuit.</summary>
    public bool HasAvatar => View.SceneAgent is { IsChildAgent: false };

    /// <summary>
    /// Where the visitor's line ends: the address, or the /64 network in IPv6. Empty for programs on this host, which have no line.
    /// </summary>
    public string Household { get; }

    /// <summary>Whether the visitor's address is <see cref="AddressPlace.Near"/>.</summary>
    public bool IsNear { get; }

    public LLClientView View { get; }

    /// <summary>The visitor's name, as it is shown.</summary>
    public string Name => PlainName.Of(View.Name);

    public LLUDPClient Client { get; }

    public ClientQueues Queues { get; }

    /// <summary>The sender of this circuit, once it is open.</summary>
    public CircuitSender<ClientCircuit>? Sender { get; private set; }

    /// <summary>OpenSim calls this delegate right after an AgentThrottle has changed the rates.</summary>
    private OpenSim.Framework.GenericCall2 OnRates { get; }

    /// <summary>OpenSim's current rates; if they cannot be read, the last ones stay in force.</summary>
    public CircuitRates Rates
    {
        get
        {
            if (AgentThrottle.TryDecode(Client.GetThrottlesPacked(1), out ChannelRates channels) == AgentThrottleError.None)
            {
                DataRate cap = DataRate.FromBytesPerSecond(_context.Server.ThrottleRates.ClientMaxRate);
                _rates = new CircuitRates(DataRate.Min(channels.Total, cap), channels, IsCapped: channels.Total > cap * CappedFraction);
            }
            return _rates;
        }
    }

    public InFlight InFlight => new(Client.NeedAcks.Count(), Client.UnackedBytes, _acked);

    public PathTimes Path => new(Duration.FromMilliseconds(Client.PingTimeMS), _resends.Timeout);

    public void Open(CircuitSender<ClientCircuit> sender)
    {
        Sender = sender;
        View.OnUpdateThrottles += OnRates;
    }

    public void Close()
    {
        View.OnUpdateThrottles -= OnRates;
        _resends.Set(null);
        _unacked.Clear();
        _updates.Close();
    }

    public ChannelSet FindBacklog()
    {
        ChannelSet backlog = Queues.FindBacklog();
        _updates.RecordHead(Queues.Head(Channel.Task));
        return backlog;
    }

    public int HeadBytes(Channel channel)
    {
        int bytes = HoldHead(channel);
        if (channel != Channel.Resend || bytes == 0)
            return bytes;
        _updates.Trim(Queues.Head(channel)!);
        return Queues.HeadBytes(channel);
    }

    /// <summary>Holds the first packet of a channel, also for OpenSim's scheduling; returns its bytes, or 0 if there is none.</summary>
    public int HoldHead(Channel channel)
    {
        int bytes = Queues.HeadBytes(channel);
        if (channel == Channel.Task)
            _updates.RecordHead(Queues.Head(channel));
        return bytes;
    }

    public int QueuedPackets(Channel channel) => Queues.Packets(channel);

    public RefillResult Refill(Channel channel, long bytes) => _refill.Run(channel, bytes, Sender!.Shaper.CircuitRate, _context.Clock());

    public uint? Send(in Grant grant)
    {
        if (Queues.Take(grant.Channel) is not { } packet)
            return null;
        if (grant.Channel == Channel.Task)
            _refill.Learn(UpdateResends.DatagramOf(packet));
        try
        {
            _send(packet);
            RecordSent(packet, grant.Channel);
            return Track(packet, isResend: grant.Channel == Channel.Resend);
        }
        catch
        {
            _updates.Failed(packet);
            throw;
        }
        finally
        {
            // Restarted after a failure as well: OpenSim would never resend a packet whose time is not renewed.
            if (grant.Channel == Channel.Resend)
                _resends.Restart(packet);
        }
    }

    /// <summary>Records a packet that Mongoose or OpenSim has sent.</summary>
    public void RecordSent(OutgoingPacket packet, Channel channel) => Sender!.Counters.CountUpdateResend(_updates.Sent(packet, channel));

    public bool Resend(uint number)
    {
        // After a client has disconnected, OpenSim reuses the buffers of its packets.
        if (!Client.IsConnected || _unacked.FindTracked(number) is not { } packet || _updates.IsObsolete(packet))
            return false;
        // A TickCount of 0 marks a packet that is queued for resending; OpenSim's timer ignores such a packet.
        if (Interlocked.Exchange(ref packet.TickCount, 0) == 0)
            return false;
        packet.UnackedMethod(packet);
        return true;
    }

    public bool IsUnacked(uint number) => _unacked.FindTracked(number) is not null;

    public void SetResendTimeout(Duration? timeout) => _resends.Set(timeout);

    /// <summary>Handles a datagram received from the viewer. Called on the receiving thread.</summary>
    public void Receive(ReadOnlySpan<byte> datagram, Instant arrived)
    {
        if (Sender?.Path is { } path && ViewerAcks.Record(datagram, path.Inbox, arrived))
            Announce(CircuitEvents.Acks);
    }

    /// <summary>Makes OpenSim process the received acks and queue the packets whose resend timer has expired.</summary>
    public void CheckUnacked()
    {
        int before = Client.UnackedBytes;
        _resends.Renew();
        _context.Server.HandleUnacked(View);
        _unacked.DropAcked();
        _updates.DropAcked();
        // Packets that OpenSim's other threads send meanwhile reduce the difference: acks may be counted too low, never too high.
        int acked = before - Client.UnackedBytes;
        if (acked <= 0)
            return;
        _acked += acked;
        if (Sender!.ActivePath is null)
            Sender.Notify(CircuitEvents.Acks);
    }

    /// <summary>
    /// The sequence number of a packet whose delivery can be tracked: a packet that the viewer acknowledges. A resend can be tracked only
    /// if its first transmission was; a packet that another thread or stock scheduling sent first may be acknowledged at any time.
    /// </summary>
    private uint? Track(OutgoingPacket packet, bool isResend)
    {
        if (Sender!.ActivePath is null || packet.UnackedMethod is null || !Client.IsConnected)
            return null;
        if (!isResend)
            _unacked.Add(packet, isTracked: true);
        return !isResend || _unacked.FindTracked(packet.SequenceNumber) == packet ? packet.SequenceNumber : null;
    }

    private void Announce(CircuitEvents events)
    {
        if (Sender?.Notify(events) == true)
            _wake();
    }
}
