using Mongoose.Core.Channels;
using Mongoose.Core.Sending;
using Mongoose.Core.Shaping;
using Mongoose.Core.Units;
using OpenSim.Region.ClientStack.LindenUDP;

namespace Mongoose.Server.Outbound;

/// <summary>OpenSim's client as Mongoose's sender sees it. On the sender's thread, but for what OpenSim's events call.</summary>
internal sealed class ClientCircuit : ICircuitPort
{
    private readonly RegionContext _context;
    private readonly ContentRefill _refill;
    private readonly ResendTimer _resends;
    private readonly Action<OutgoingPacket> _send;
    private CircuitRates _rates;
    private long _acks;

    /// <param name="context">Of the region.</param>
    /// <param name="view">The client.</param>
    /// <param name="wake">Wakes the sender's thread.</param>
    public ClientCircuit(RegionContext context, LLClientView view, Action wake)
    {
        _context = context;
        View = view;
        Client = view.UDPClient;
        Queues = new ClientQueues(context.Internals, Client);
        _resends = new ResendTimer(Client, context.TickCount);
        _send = context.Internals.SendPacketFinal(context.Server);
        _refill = new ContentRefill(context, view, Announce);

        void Announce(News news)
        {
            Sender?.Notify(news);
            wake();
        }

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
                _rates = new CircuitRates(DataRate.Min(channels.Total, cap), channels);
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

    public void Close() => View.OnUpdateThrottles -= OnRates;

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
            return null;
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
    }

    public void SetResendTimeout(Duration timeout)
    {
    }

    /// <summary>Has OpenSim take the acks that have arrived and queue what has waited too long for its own.</summary>
    public void CheckUnacked()
    {
        int before = Client.UnackedBytes;
        _context.Server.HandleUnacked(View);
        if (Client.UnackedBytes >= before)
            return;
        _acks++;
        Sender!.Notify(News.Acks);
    }
}
