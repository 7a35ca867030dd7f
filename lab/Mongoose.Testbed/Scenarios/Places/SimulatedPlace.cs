using Mongoose.Core.Units;
using Mongoose.Network.Links;
using Mongoose.Network.Packets;
using Mongoose.Runtime.Time;

namespace Mongoose.Testbed.Scenarios.Places;

/// <summary>A place with simulated time and network.</summary>
internal sealed class SimulatedPlace : RelayedPlace
{
    private readonly Site _site;

    public SimulatedPlace(Scenario scenario, long seed)
        : base(seed)
    {
        _site = new Site(Clock, new SimulatedNetwork(Clock));
        Links = new Topology(Clock, scenario, seed);
        Origin = Instant.Zero;
    }

    public SimulatedScheduler Clock { get; } = new();

    public override Site Viewers => _site;

    public override IReadOnlyList<RealTimeLoop> Loops => [];

    protected override Topology Links { get; }

    public override Site Servers(FlowGroup group) => _site;

    /// <inheritdoc cref="Topology.Hide"/>
    public void Hide(FlowKey flow) => Links.Hide(flow);

    protected override void End()
    {
    }
}
