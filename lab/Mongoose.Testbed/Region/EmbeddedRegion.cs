using System.Text;
using Mongoose.Core.Channels;
using Mongoose.Core.Lludp;
using Mongoose.Core.Lludp.Messages;
using Mongoose.Core.Sending;
using Mongoose.Core.Units;
using Mongoose.Core.Updates;
using Mongoose.Runtime.Time;
using Mongoose.Runtime.Udp;
using Mongoose.Testbed.Region.Circuits;
using Mongoose.Testbed.Region.Content;
using Mongoose.Testbed.Region.Options;
using Mongoose.Testbed.Region.Outbound;
using Mongoose.Testbed.Region.Packets;

namespace Mongoose.Testbed.Region;

/// <summary>
/// A region that speaks LLUDP to any number of viewers and sends on all seven channels, without OpenSim. Its outbound loop is selected by
/// name and everything else is identical, so a difference between two runs is caused by the outbound loop.
/// </summary>
internal sealed class EmbeddedRegion : IDisposable, ICircuitHost
{
    private static readonly Duration ResendCheckInterval = Duration.FromMilliseconds(100);
    private static readonly Duration AckInterval = Duration.FromMilliseconds(500);
    private static readonly Duration PingInterval = Duration.FromMilliseconds(5000);
    private static readonly Duration SilenceTimeout = Duration.FromSeconds(60);

    private readonly IScheduler _scheduler;
    private readonly IDatagramPort _port;
    private readonly Dictionary<UdpAddress, Circuit> _circuits = [];
    private readonly byte[] _scratch = new byte[DatagramReader.ScratchBytes];
    private readonly MovingAvatars _crowd;
    private readonly Walkers _walkers;
    private readonly byte[] _name;
    private bool _disposed;

    /// <summary>Opens the port and starts to serve. Call this constructor, and every other member, on the scheduler's thread.</summary>
    /// <exception cref="ArgumentException">The options name an unknown outbound loop.</exception>
    /// <exception cref="IOException">The port cannot be bound.</exception>
    public EmbeddedRegion(IScheduler scheduler, INetwork network, UdpAddress address, RegionOptions options)
    {
        _scheduler = scheduler;
        Options = options;
        Outbound = CreateOutbound(options);
        _name = Encoding.UTF8.GetBytes(options.Name + '\0');
        _crowd = new MovingAvatars(ActivityRates.Of(options.Island, options.Activity));
        Instant start = scheduler.Now;
        _walkers = new Walkers(options.Walkers, RegionOptions.WalkTime, options.Seed, start,
            options.WalkersStop is { } stop ? start + stop : Instant.Never);
        _port = network.Open(address, Receive);
        Every(ResendCheckInterval, QueueResends);
        EveryCircuit(AckInterval, circuit => circuit.SendAcks());
        EveryCircuit(PingInterval, circuit => circuit.SendPing(_scheduler.Now));
        Every(MovingAvatars.Heartbeat, MoveAvatars);
        if (options.Landscape)
            EveryCircuit(Landscape.WeatherInterval, circuit => circuit.SendWeather(_scheduler.Now));
    }

    public RegionOptions Options { get; }

    public UdpAddress Address => _port.Address;

    /// <summary>Called with each datagram when it leaves a queue.</summary>
    public Action<SentPacket>? PacketSent { get; set; }

    /// <summary>Totals of closed circuits.</summary>
    public RegionTotals Totals { get; private set; }

    /// <summary>Totals of closed and open circuits.</summary>
    public RegionTotals TotalsNow => _circuits.Values.Aggregate(Totals, (totals, circuit) => totals.With(circuit));

    /// <summary>The data sent to a viewer and not yet acked; null if the viewer has no circuit.</summary>
    public double? UnackedBytesOf(uint circuitCode) =>
        _circuits.Values.FirstOrDefault(circuit => circuit.Opening.Code == circuitCode)?.UnackedBytes;

    Guid ICircuitHost.Id { get; } = new(1, 2, 3, [4, 5, 6, 7, 8, 9, 10, 11]);

    byte[] ICircuitHost.NameBytes => _name;

    internal OutPacketPool Pool { get; } = new();

    internal IOutbound Outbound { get; }

    OutPacketPool ICircuitHost.Pool => Pool;

    UpdateTrimmer ICircuitHost.Trimmer { get; } = new();

    Instant ICircuitHost.Now => _scheduler.Now;

    bool ICircuitHost.BacksOffResends => Outbound.BacksOffResends;

    internal IReadOnlyCollection<Circuit> Circuits => _circuits.Values;

    /// <summary>Closes all circuits and the port.</summary>
    public void Dispose()
    {
        _disposed = true;
        foreach (Circuit circuit in _circuits.Values.ToArray())
            Close(circuit);
        _port.Dispose();
    }

    ObjectMotion? ICircuitHost.WalkersMotion(uint localId) => _walkers.MotionOf(localId);

    void ICircuitHost.Notify(Circuit circuit, CircuitEvents events) => Outbound.Notify(circuit, events);

    void ICircuitHost.DatagramReceived(Circuit circuit, uint datagram) => Outbound.InboxOf(circuit)?.Datagram(datagram, _scheduler.Now);

    void ICircuitHost.Acked(Circuit circuit, uint datagram, uint number) =>
        Outbound.InboxOf(circuit)?.Acked(datagram, number, _scheduler.Now);

    void ICircuitHost.Send(Circuit circuit, OutPacket packet, Channel? channel)
    {
        _port.Send(circuit.Viewer, packet.Datagram);
        if (channel is { } queued)
            PacketSent?.Invoke(new SentPacket(packet.SentAt, circuit.Opening.Code, queued, packet.Length));
    }

    void ICircuitHost.Close(Circuit circuit) => Close(circuit);

    private void Close(Circuit circuit)
    {
        if (!_circuits.Remove(circuit.Viewer))
            return;
        circuit.Close();
        Totals = Totals.With(circuit);
    }

    private IOutbound CreateOutbound(RegionOptions options) => options.Outbound switch
    {
        OutboundNames.Stock => new StockOutbound(_scheduler),
        OutboundNames.Mongoose => new MongooseOutbound(_scheduler, options.Sending, options.Uplink),
        _ => throw new ArgumentException(
            $"outbound \"{options.Outbound}\": allowed are {string.Join(", ", OutboundNames.All)}", nameof(options)),
    };

    private void Receive(UdpAddress from, ReadOnlySpan<byte> bytes)
    {
        if (DatagramReader.TryParse(bytes, _scratch, out DatagramReader datagram) != LludpError.None)
        {
            Totals = Totals with { MalformedDatagrams = Totals.MalformedDatagrams + 1 };
            return;
        }
        Instant now = _scheduler.Now;
        if (!_circuits.TryGetValue(from, out Circuit? circuit))
        {
            if (datagram.Message != MessageId.UseCircuitCode || !UseCircuitCode.TryRead(datagram.Body, out UseCircuitCode opening))
                return;
            circuit = new Circuit(this, from, opening, now);
            _circuits.Add(from, circuit);
            Outbound.Opened(circuit);
        }
        circuit.Receive(datagram, now);
    }

    private void Every(Duration interval, Action action)
    {
        Instant next = _scheduler.Now + interval;
        _scheduler.At(next, Run);

        void Run()
        {
            if (_disposed)
                return;
            action();
            // Counted from the planned time, so that a late wake-up does not slow the region down. Missed calls are skipped.
            next = Instant.Max(next + interval, _scheduler.Now);
            _scheduler.At(next, Run);
        }
    }

    private void EveryCircuit(Duration interval, Action<Circuit> action) => Every(interval, () =>
    {
        foreach (Circuit circuit in _circuits.Values)
            action(circuit);
    });

    private void QueueResends()
    {
        Instant now = _scheduler.Now;
        List<Circuit>? silent = null;
        foreach (Circuit circuit in _circuits.Values)
        {
            if (now - circuit.LastReceivedAt > SilenceTimeout)
                (silent ??= []).Add(circuit);
            else
                circuit.QueueResends(now);
        }
        silent?.ForEach(Close);
    }

    private void MoveAvatars()
    {
        int moved = _crowd.Advance();
        IReadOnlyList<uint> walkers = _walkers.Advance(_scheduler.Now);
        foreach (Circuit circuit in _circuits.Values)
            circuit.AvatarsMoved(moved, walkers, _scheduler.Now);
    }
}
