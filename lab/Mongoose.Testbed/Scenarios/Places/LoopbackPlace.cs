using Mongoose.Runtime.Time;

namespace Mongoose.Testbed.Scenarios.Places;

/// <summary>
/// The host's clock and loopback interface. The servers of each group have their own thread, so that its processor time can be measured;
/// links and viewers share one.
/// </summary>
internal sealed class LoopbackPlace : RelayedPlace
{
    private readonly RealTimeLoop _viewers = new("viewers");
    private readonly Dictionary<FlowGroup, RealTimeLoop> _servers = [];

    public LoopbackPlace(Scenario scenario, long seed)
        : base(seed)
    {
        Viewers = new Site(_viewers);
        try
        {
            foreach (FlowGroup group in scenario.Flows)
                _servers.Add(group, new RealTimeLoop($"server {group.Name}"));
            (Links, Origin) = _viewers.Invoke(() => (new Topology(_viewers, scenario, seed), _viewers.Now));
        }
        catch
        {
            Dispose();
            throw;
        }
    }

    public override Site Viewers { get; }

    public override IReadOnlyList<RealTimeLoop> Loops => [_viewers, .. _servers.Values];

    protected override Topology Links { get; } = null!;

    public override Site Servers(FlowGroup group) => new(_servers[group]);

    protected override void End()
    {
        _viewers.Dispose();
        foreach (RealTimeLoop loop in _servers.Values)
            loop.Dispose();
    }
}
