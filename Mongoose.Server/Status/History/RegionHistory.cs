using Mongoose.Core.Channels;
using Mongoose.Core.Sending;
using Mongoose.Core.Shaping;
using Mongoose.Core.Status.Findings;
using Mongoose.Core.Status.Health;
using Mongoose.Core.Status.History;
using Mongoose.Core.Units;
using Mongoose.Server.Outbound;
using Mongoose.Server.Regions;

namespace Mongoose.Server.Status.History;

/// <summary>A region's figures of the last ten minutes.</summary>
internal sealed class RegionHistory(MongooseUdpServer server, long point)
{
    private readonly Dictionary<CircuitSender<ClientCircuit>, CircuitHistory> _circuits = [];
    private readonly Dictionary<CircuitSender<ClientCircuit>, Verdict> _verdicts = [];
    private readonly DelayWindow _delays = new([.. Enum.GetValues<Channel>().Select(server.Counters.QueueDelays)]);
    private readonly DelayWindow _passes = new(server.Loop.Times);
    private readonly RecentPath _path = new(server.Counters.TotalPath);
    private readonly RecentHealth<RegionHealth> _health = new();
    private Totals _before = new(server);

    public MongooseUdpServer Server => server;

    /// <summary>The open circuits at the last point.</summary>
    public IReadOnlyCollection<CircuitHistory> Circuits => _circuits.Values;

    /// <summary>Rate sent since the previous point, in kbit/s.</summary>
    public Series Sent { get; } = new(point);

    /// <summary>Visitors: root agents.</summary>
    public Series Visitors { get; } = new(point);

    /// <summary>99th percentile of the time that packets waited in the region, in milliseconds.</summary>
    public Series Delay { get; } = new(point);

    /// <summary>Packets lost in the last ten seconds, in percent of the tracked packets.</summary>
    public Series Lost { get; } = new(point);

    /// <summary>Visitors whom something held back in the last ten seconds.</summary>
    public Series Limited { get; } = new(point);

    /// <summary>99th percentile of the time of a pass of the sending thread, in microseconds.</summary>
    public Series PassTime { get; } = new(point);

    /// <summary>The simulation.</summary>
    public RegionHealthSeries Simulation { get; } = new(point);

    /// <summary>The simulation in the last five seconds; null if it is unknown.</summary>
    public RegionHealth? Health => RegionHealth.Mean(_health.Seconds);

    /// <summary>The objects whose scripts cost most time.</summary>
    public IReadOnlyList<ScriptCost> Scripts { get; private set; } = [];

    /// <summary>Time that the sending thread spent in passes, in percent.</summary>
    public double BusyPercent { get; private set; }

    /// <summary>Passes that began late, in percent.</summary>
    public double LatePercent { get; private set; }

    /// <summary>Data sent with borrowed shares, in percent.</summary>
    public double BorrowedPercent { get; private set; }

    /// <summary>The region as a diagnosis sees it.</summary>
    public RegionEvidence Evidence => new()
    {
        Name = server.RegionName,
        Health = Health,
        Scripts = Scripts,
        IsShaping = server.IsShaping,
        IsUplinkLimited = server.IsUplinkLimited,
    };

    /// <summary>The history of an open circuit; null if there is none.</summary>
    public CircuitHistory? Find(CircuitSender<ClientCircuit> circuit) => _circuits.GetValueOrDefault(circuit);

    /// <summary>What the last diagnosis said of an open circuit; null if it opened later.</summary>
    public Verdict? VerdictOf(CircuitHistory circuit) => _verdicts.GetValueOrDefault(circuit.Circuit);

    /// <param name="number">The number of this point.</param>
    /// <param name="elapsed">Time since the previous point.</param>
    /// <param name="health">The simulation in the last second; null if it is unknown.</param>
    /// <param name="scripts">The objects whose scripts cost most time.</param>
    public void Sample(long number, Duration elapsed, RegionHealth? health, IReadOnlyList<ScriptCost> scripts)
    {
        SampleCircuits(number, elapsed);
        SampleHealth(number, health, scripts);
        Totals now = new(server);
        ChannelUsage sent = now.Sent - _before.Sent;
        Sent.Add(number, DataRate.Of(sent.Bytes, elapsed).KilobitsPerSecond);
        _path.Add(server.Counters.TotalPath);
        Lost.Add(number, 100 * (_path.LostFraction ?? 0));
        Delay.Add(number, _delays.TakeP99().Milliseconds);
        PassTime.Add(number, _passes.TakeP99().Microseconds);
        Visitors.Add(number, _circuits.Values.Count(circuit => !circuit.Circuit.Port.IsChild));
        BorrowedPercent = Percent(sent.Borrowed.Bytes, sent.Bytes);
        BusyPercent = Percent((now.Busy - _before.Busy).Seconds, elapsed.Seconds);
        LatePercent = Percent(now.LatePasses - _before.LatePasses, now.Passes - _before.Passes);
        _before = now;
    }

    /// <summary>Takes what a diagnosis says of the region's circuits at the point just sampled.</summary>
    public void Note(long number, IEnumerable<(CircuitHistory Circuit, Verdict Verdict)> verdicts)
    {
        _verdicts.Clear();
        foreach ((CircuitHistory circuit, Verdict verdict) in verdicts)
        {
            _verdicts[circuit.Circuit] = verdict;
            circuit.Harm.Add(number, 100 * verdict.Harm);
        }
        Limited.Add(number, _verdicts.Values.Count(verdict => verdict.Cause is not null && !verdict.Visitor.Figures.IsChild));
    }

    private void SampleCircuits(long number, Duration elapsed)
    {
        IReadOnlyList<CircuitSender<ClientCircuit>> open = server.Circuits;
        foreach (CircuitSender<ClientCircuit> closed in _circuits.Keys.Except(open).ToArray())
            _circuits.Remove(closed);
        foreach (CircuitSender<ClientCircuit> circuit in open)
        {
            if (!_circuits.TryGetValue(circuit, out CircuitHistory? history))
                _circuits[circuit] = history = new CircuitHistory(circuit, number);
            history.Sample(server, number, elapsed);
        }
    }

    private void SampleHealth(long number, RegionHealth? health, IReadOnlyList<ScriptCost> scripts)
    {
        _health.Add(health);
        Scripts = scripts;
        Simulation.Add(number, health);
    }

    private static double Percent(double part, double whole) => whole > 0 ? 100 * part / whole : 0;

    /// <summary>Counters whose growth is shown.</summary>
    private readonly struct Totals(MongooseUdpServer server)
    {
        public readonly ChannelUsage Sent = server.Counters.TotalSent;
        public readonly Duration Busy = server.Loop.Times.Sum;
        public readonly long Passes = server.Loop.Passes, LatePasses = server.Loop.LatePasses;
    }
}
