using Mongoose.Core.Lines;
using Mongoose.Core.Shaping;
using Mongoose.Core.Units;

namespace Mongoose.Core.Sending;

/// <summary>
/// Sends the packets of a region's circuits: each circuit through its own shaper, and all circuits within the region's limit. It has no
/// clock and no thread: its owner calls <see cref="Serve"/> at the time that the last call returned, and whenever a circuit has been
/// notified.
/// </summary>
/// <typeparam name="TPort">The region's side of a circuit.</typeparam>
public sealed class RegionSender<TPort> where TPort : class, ICircuitPort
{
    private readonly SendingOptions _options;
    private readonly Action<CircuitSender<TPort>, Exception> _onFailure;
    private readonly SceneShaper<CircuitSender<TPort>> _scene;
    private readonly Func<CircuitSender<TPort>, int> _sendLent;
    private readonly DataRate _limit;
    private readonly UplinkShare? _uplink;
    private ChannelUsage _counted;
    private CircuitSender<TPort>[] _circuits = [];
    private Instant _now;
    private int _first;

    /// <param name="limit">Maximum total rate of all circuits; zero means no limit.</param>
    /// <param name="onFailure">
    /// Receives exceptions thrown by a port. The sender gives up that packet or that poll and continues with the next.
    /// </param>
    /// <param name="now">The start time.</param>
    /// <param name="counters">Counts that continue if the region has had another sender before; null to begin at zero.</param>
    /// <param name="uplink">The region's share of the host's uplink; null if the uplink is not limited.</param>
    public RegionSender(
        SendingOptions options, DataRate limit, Action<CircuitSender<TPort>, Exception> onFailure, Instant now,
        RegionCounters? counters = null,
        UplinkShare? uplink = null)
    {
        Counters = counters ?? new RegionCounters();
        (_limit, _uplink, _counted) = (limit, uplink, Counters.TotalSent);
        _options = options;
        _onFailure = onFailure;
        _scene = new SceneShaper<CircuitSender<TPort>>(Limit, options.Shaping.Burst, now);
        _sendLent = SendLent;
        _now = now;
    }

    /// <summary>The open circuits. Any thread may read the list.</summary>
    public IReadOnlyList<CircuitSender<TPort>> Circuits => Volatile.Read(ref _circuits);

    public RegionCounters Counters { get; }

    /// <summary>Opens a circuit.</summary>
    /// <param name="port">The region's side of the circuit.</param>
    /// <param name="line">The line of the visitor whose circuit it is; null if the visitor has no other circuit.</param>
    public CircuitSender<TPort> Open(TPort port, Instant now, VisitorLine? line = null)
    {
        CircuitSender<TPort> circuit = new(port, _options, _scene, Counters, _onFailure, line, now);
        Volatile.Write(ref _circuits, [.. _circuits, circuit]);
        return circuit;
    }

    public void Close(CircuitSender<TPort> circuit)
    {
        circuit.IsClosed = true;
        circuit.Path?.LeaveLine();
        Volatile.Write(ref _circuits, Array.FindAll(_circuits, other => other != circuit));
        _scene.Close(circuit.Share);
    }

    /// <summary>Notifies every circuit. Any thread may call it.</summary>
    public void NotifyAll(CircuitEvents events)
    {
        foreach (CircuitSender<TPort> circuit in Circuits)
            circuit.Notify(events);
    }

    /// <summary>Serves every circuit that is due. Returns when to call again if no circuit is notified before then.</summary>
    public Instant Serve(Instant now)
    {
        bool wentBack = now < _now;
        _now = now;
        if (_uplink is not null)
        {
            ReportToUplink(now);
            _scene.SetLimit(Limit);
        }
        _scene.BeginPass(now);
        CircuitSender<TPort>[] circuits = _circuits;
        // Each pass starts with a different circuit, because the first circuits have the first choice of the region's tokens.
        _first = _first + 1 < circuits.Length ? _first + 1 : 0;
        for (int i = 0; i < circuits.Length; i++)
        {
            CircuitSender<TPort> circuit = circuits[_first + i < circuits.Length ? _first + i : _first + i - circuits.Length];
            if (wentBack)
                circuit.ClockWentBack(now);
            if (!circuit.IsClosed && (circuit.IsDue(now) || circuit.Share.WaitsForScene))
                ServeCircuit(circuit);
        }
        _scene.Lend(_sendLent);
        Instant next = Instant.Max(_scene.NextGrantAt, now + _options.Polling.Tick);
        // Ports may open and close circuits.
        foreach (CircuitSender<TPort> circuit in _circuits)
            next = Instant.Min(next, circuit.NextAt);
        return next;
    }

    /// <summary>
    /// The rate that all circuits together may use now: the region's limit, or less if the host's uplink leaves less; zero for no limit.
    /// </summary>
    public DataRate Limit => _uplink is not { } uplink ? _limit : _limit > DataRate.Zero ? DataRate.Min(_limit, uplink.Rate) : uplink.Rate;

    /// <summary>Reports the packets sent since the last call. Call it too while stock throttles send.</summary>
    public void ReportToUplink(Instant now)
    {
        if (_uplink is not { } uplink)
            return;
        ChannelUsage sent = Counters.TotalSent, since = sent - _counted;
        _counted = sent;
        uplink.Count(since.Bytes, since.Packets);
        CircuitSender<TPort>[] circuits = _circuits;
        uplink.Visitors = circuits.Length;
        if (Array.Exists(circuits, static circuit => circuit.Share.WaitsForScene))
            uplink.NoteLimited(now);
        uplink.Update(now);
    }

    private void ServeCircuit(CircuitSender<TPort> circuit)
    {
        try
        {
            circuit.Serve(_now);
        }
        catch (Exception exception)
        {
            _onFailure(circuit, exception);
        }
    }

    private int SendLent(CircuitSender<TPort> circuit)
    {
        try
        {
            return circuit.SendLent(_now);
        }
        catch (Exception exception)
        {
            _onFailure(circuit, exception);
            return 0;
        }
    }
}
