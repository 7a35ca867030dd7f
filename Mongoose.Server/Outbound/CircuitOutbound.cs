using Mongoose.Core.Channels;
using Mongoose.Core.Shaping;
using Mongoose.Core.Units;
using Mongoose.Server.Configuration;
using Mongoose.Server.Statistics;
using OpenSim.Region.ClientStack.LindenUDP;
using OpenSim.Region.Framework.Scenes;

namespace Mongoose.Server.Outbound;

/// <summary>One client's packets on their way out: its shaper over OpenSim's queues. Everything is on the loop's thread; counters may be read from others.</summary>
internal sealed class CircuitOutbound
{
    private static readonly Duration RatesInterval = Duration.FromMilliseconds(200);

    /// <summary>What moves is told with each heartbeat of the region, 91 ms apart: after the last one a circuit stays under watch for so long.</summary>
    private static readonly Duration WatchTime = Duration.FromMilliseconds(250);

    /// <summary>A circuit with nothing to do is looked at in full no more often; between, at what must not wait: updates and the Task queue.</summary>
    private static readonly Duration FullInterval = Duration.FromMilliseconds(20);

    /// <summary>Passes are not exactly as far apart as they should be: a circuit that is due so soon is served in this one.</summary>
    private static readonly Duration PassJitter = Duration.FromMilliseconds(1);

    private readonly MongooseUdpServer _server;
    private readonly MongooseSettings _settings;
    private readonly SceneShaper _scene;
    private readonly CircuitQueues _queues;
    private readonly QueueRefill _refill;
    private readonly StockScheduling _stock;
    private readonly Action<OutgoingPacket> _send;
    private readonly PriorityQueue _updates;
    private ChannelRates _rates;
    private Instant _ratesReadAt = new(long.MinValue / 2);
    private Instant _nextLook, _nextFullLook, _movesUntil, _watchedUntil;
    private bool _windowClosed;

    public CircuitOutbound(MongooseUdpServer server, LLClientView view, SceneShaper scene, Instant now)
    {
        _server = server;
        _settings = server.State.Settings;
        _scene = scene;
        View = view;
        Client = view.UDPClient;
        Share = scene.Open();
        Share.Owner = this;
        Shaper = new CircuitShaper(_settings.Shaping, now);
        Counters = new CircuitCounters(server.Counters);
        _queues = new CircuitQueues(server.State.Internals, Client);
        _refill = new QueueRefill(server, view, _queues);
        _stock = new StockScheduling(Client, _queues, Counters);
        _send = server.Loop.SendPacketFinal;
        _updates = view.EntityUpdateQueue;
    }

    public LLClientView View { get; }

    public LLUDPClient Client { get; }

    public CircuitShaper Shaper { get; }

    public SceneShare Share { get; }

    /// <summary>The number of the roll call at which the client was there last.</summary>
    public long LastRollCall { get; set; }

    public CircuitCounters Counters { get; }

    /// <summary>Packets sent again, since the circuit began or since the last reset.</summary>
    public long Resent => Client.PacketsResent - Counters.ResentBefore;

    /// <summary>The most that may be unacknowledged, in bytes.</summary>
    public long WindowBytes { get; private set; }

    public int QueuedPackets(Channel channel) => _queues.Packets(channel);

    public long QueuedBytes(Channel channel) => _queues.EstimatedBytes(channel);

    /// <summary>How soon it is to be served again, as of the last time.</summary>
    public Pace Pace { get; private set; } = Pace.Busy;

    /// <summary>Whether it is to be served in this pass. To ask costs nothing: nothing of OpenSim's is looked at.</summary>
    public bool IsDue(Instant now) => now >= _nextLook;

    /// <summary>Sends what may go now, and asks OpenSim for more, if it is due.</summary>
    public void Serve(Instant now)
    {
        if (!IsDue(now))
            return;
        Pace = Look(now);
        _nextLook = now + Duration.FromMilliseconds((int)Pace) - PassJitter;
    }

    /// <summary>Sends one packet that the scene lends; its bytes, or 0 if none may go.</summary>
    public int SendLent(Instant now) => SendNext(_windowClosed, now);

    /// <summary>Leaves the client to OpenSim's own scheduling for a pass; whether it wants the next one at once.</summary>
    public bool ServeStock(Instant now)
    {
        ReadRates(now);
        Counters.Tick(now);
        return _stock.Run(now);
    }

    public void ResetCounters() => Counters.Reset(Client.PacketsResent);

    public void Close() => _scene.Close(Share);

    private Pace Look(Instant now)
    {
        bool moves = _updates.Count > 0;
        if (now < _nextFullLook && !moves && _queues.Packets(Channel.Task) == 0)
            return PaceAt(now);
        ReadRates(now);
        Counters.Tick(now);
        Share.Waits = false;
        bool waits = _queues.NoteArrivals(now);
        if (waits)
            Send(now);
        if (moves)
            _movesUntil = now + WatchTime;
        // After sending: what is asked for now is there in the next pass.
        bool refilling = _refill.Run(Shaper.CircuitRate, now);
        if (waits || refilling)
        {
            _nextFullLook = now;
            _watchedUntil = now + WatchTime;
            return Pace.Busy;
        }
        _nextFullLook = now + FullInterval;
        return PaceAt(now);
    }

    private Pace PaceAt(Instant now)
    {
        if (now < _movesUntil)
            return Pace.Busy;
        return now < _watchedUntil ? Pace.Watched : Pace.Idle;
    }

    private void Send(Instant now)
    {
        bool closed = IsWindowClosed();
        while (SendFromOwnShare(closed, now))
        {
        }
    }

    private bool SendFromOwnShare(bool windowClosed, Instant now)
    {
        if (!_scene.MaySend(Share))
        {
            Share.Waits = true;
            return false;
        }
        int bytes = SendNext(windowClosed, now);
        _scene.Take(Share, bytes);
        return bytes > 0;
    }

    private int SendNext(bool windowClosed, Instant now)
    {
        if (!Shaper.TryNext(new WindowedQueues<CircuitQueues>(_queues, windowClosed), now, out Grant grant))
            return 0;
        if (_queues.Take(grant, now, out Duration waited) is not { } packet)
            return 0;
        Counters.CountSent(grant, waited);
        try
        {
            _send(packet);
        }
        catch (Exception exception)
        {
            _server.Loop.Report(View, "sending to", exception);
        }
        return grant.Bytes;
    }

    private bool IsWindowClosed()
    {
        WindowBytes = _settings.Window.Of(Shaper.CircuitRate, Duration.FromMilliseconds(Client.PingTimeMS));
        bool closed = Client.UnackedBytes > WindowBytes;
        if (closed && !_windowClosed)
            Counters.CountStall();
        _windowClosed = closed;
        return closed;
    }

    /// <summary>OpenSim says nothing when it scales or copies rates, so they are looked at from time to time.</summary>
    private void ReadRates(Instant now)
    {
        if (now - _ratesReadAt < RatesInterval)
            return;
        _ratesReadAt = now;
        byte[] packed = Client.GetThrottlesPacked(1);
        if (AgentThrottle.TryDecode(packed, out ChannelRates rates) != AgentThrottleError.None || rates.Equals(_rates))
            return;
        _rates = rates;
        DataRate cap = DataRate.FromBytesPerSecond(_server.ThrottleRatesInForce.ClientMaxRate);
        DataRate circuit = DataRate.Min(rates.Total, cap);
        Shaper.SetRates(circuit, rates, now);
        _scene.SetRate(Share, circuit);
    }
}
