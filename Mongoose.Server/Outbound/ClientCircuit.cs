using Mongoose.Core.Channels;
using Mongoose.Core.Sending;
using Mongoose.Core.Shaping;
using Mongoose.Core.Units;
using Mongoose.Server.Inbound;
using OpenSim.Region.ClientStack.LindenUDP;

namespace Mongoose.Server.Outbound;

/// <summary>OpenSim's client as Mongoose's sender sees it. On the sender's thread, but for what OpenSim's events call.</summary>
internal sealed class ClientCircuit : ICircuitPort
{
    /// <summary>OpenSim has scaled the rates of a viewer that asks for more than the cap, with the errors of floats.</summary>
    private const double NearlyAll = 0.999;

    private readonly RegionContext _context;
    private readonly ContentRefill _refill;
    private readonly ResendTimer _resends;
    private readonly UnackedPackets _unacked = new();
    private readonly Action<OutgoingPacket> _send;
    private readonly Action _wake;
    private CircuitRates _rates;
    private long _acks;

    /// <param name="context">Of the region.</param>
    /// <param name="view">The client.</param>
    /// <param name="wake">Wakes the sender's thread.</param>
    public ClientCircuit(RegionContext context, LLClientView view, Action wake)
    {
        (_context, _wake) = (context, wake);
        View = view;
        Client = view.UDPClient;
        Queues = new ClientQueues(context.Internals, Client);
        _resends = new ResendTimer(Client, context.TickCount);
        _send = context.Internals.SendPacketFinal(context.Server);
        _refill = new ContentRefill(context, view, Announce);
        OnRates = () => Announce(News.Rates);
    }

    public LLClientView View { get; }

    public LLUDPClient Client { get; }

    public ClientQueues Queues { get; }

    /// <summary>The sender of this circuit, once it is open.</summary>
    public CircuitSender<ClientCircuit>? Sender { get; private set; }

    /// <summary>OpenSim calls it right after an AgentThrottle has changed the rates.</summary>
    private OpenSim.Framework.GenericCall2 OnRates { get; }

    /// <summary>Rates that cannot be read leave the last ones in force.</summary>
    public CircuitRates Rates
    {
        get
        {
            if (AgentThrottle.TryDecode(Client.GetThrottlesPacked(1), out ChannelRates channels) == AgentThrottleError.None)
            {
                DataRate cap = DataRate.FromBytesPerSecond(_context.Server.ThrottleRates.ClientMaxRate);
                _rates = new CircuitRates(DataRate.Min(channels.Total, cap), channels, IsCapped: channels.Total > cap * NearlyAll);
            }
            return _rates;
        }
    }

    public InFlight InFlight => new(Client.NeedAcks.Count(), Client.UnackedBytes, _acks);

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
    }

    public ChannelSet FindBacklog() => Queues.FindBacklog();

    public int HeadBytes(Channel channel) => Queues.HeadBytes(channel);

    public int QueuedPackets(Channel channel) => Queues.Packets(channel);

    public RefillResult Refill(Channel channel, long bytes) => _refill.Run(channel, bytes, Sender!.Shaper.CircuitRate, _context.Clock());

    public uint? Send(in Grant grant)
    {
        if (Queues.Take(grant.Channel) is not { } packet)
            return null;
        try
        {
            _send(packet);
            return Note(packet, isResend: grant.Channel == Channel.Resend);
        }
        finally
        {
            // Also after a failure: a resend whose time was not renewed would never be sent again.
            if (grant.Channel == Channel.Resend)
                _resends.Restart(packet);
        }
    }

    public void Resend(uint number)
    {
        // A client that has left gets none of its packets back: OpenSim takes the buffers for others.
        if (!Client.IsConnected || _unacked.Find(number) is not { } packet)
            return;
        // OpenSim's mark for what waits to be sent again; its timer leaves such a packet alone.
        if (Interlocked.Exchange(ref packet.TickCount, 0) != 0)
            packet.UnackedMethod(packet);
    }

    public void SetResendTimeout(Duration? timeout) => _resends.Set(timeout);

    /// <summary>A datagram of the viewer has arrived. On the thread that receives.</summary>
    public void Receive(ReadOnlySpan<byte> datagram, Instant arrived)
    {
        if (Sender?.Path is { } path && ViewerAcks.TryPut(datagram, path.Inbox, arrived))
            Announce(News.Acks);
    }

    /// <summary>Has OpenSim take the acks that have arrived and queue what has waited too long for its own.</summary>
    public void CheckUnacked()
    {
        int before = Client.UnackedBytes;
        _resends.Renew();
        _context.Server.HandleUnacked(View);
        if (Client.UnackedBytes >= before)
            return;
        _acks++;
        _unacked.DropAcked();
        if (Sender!.HeededPath is null)
            Sender.Notify(News.Acks);
    }

    /// <summary>
    /// The number of a packet whose way can be watched: one that the viewer acknowledges. A resend counts if its first sending was seen; what
    /// other threads or stock throttles have sent may be acknowledged at any time.
    /// </summary>
    private uint? Note(OutgoingPacket packet, bool isResend)
    {
        if (Sender!.HeededPath is null || packet.UnackedMethod is null || !Client.IsConnected)
            return null;
        if (!isResend)
            _unacked.Add(packet);
        return !isResend || _unacked.Find(packet.SequenceNumber) == packet ? packet.SequenceNumber : null;
    }

    private void Announce(News news)
    {
        if (Sender?.Notify(news) == true)
            _wake();
    }
}
