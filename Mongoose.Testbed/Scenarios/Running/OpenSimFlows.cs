using Mongoose.Client.Runtime;
using Mongoose.Core.Units;
using Mongoose.Testbed.OpenSim;
using Mongoose.Testbed.Region;
using Mongoose.Testbed.Scenarios.Json;

namespace Mongoose.Testbed.Scenarios.Running;

/// <summary>
/// Circuits of real OpenSimulators, through the login service and over links in this process. Links and viewers share a thread.
/// </summary>
internal sealed class OpenSimFlows : IFlowFactory, IDisposable
{
    /// <summary>A flow's viewer, and the avatar that walks for it.</summary>
    private const int AccountsOfFlow = 2;

    private readonly OpenSimGrids _grids;
    private readonly RealTimeLoop _loop = new("viewers");
    private readonly List<OpenSimFlow> _flows = [];
    private readonly Topology _topology;
    private readonly Instant _origin;

    /// <summary>Starts the regions; the run begins when they are there.</summary>
    /// <exception cref="ScenarioException">A flow that a real OpenSimulator does not have.</exception>
    /// <exception cref="OpenSimException">There is none, or it does not start.</exception>
    /// <exception cref="OperationCanceledException">Cancelled.</exception>
    public OpenSimFlows(Scenario scenario, long seed, CancellationToken cancellation)
    {
        foreach (FlowGroup group in scenario.Flows)
            RequireOfOpenSim(scenario, group);
        _grids = new OpenSimGrids(scenario, AccountsOfFlow, cancellation);
        (_topology, _origin) = _loop.Invoke(() => (new Topology(_loop, scenario, seed), _loop.Now));
    }

    public RealTimeLoop Loop => _loop;

    public Instant Origin => _origin;

    /// <exception cref="OpenSimException">A region with the module logged an error.</exception>
    public IReadOnlyList<LinkRecord> FinishLinks()
    {
        _grids.RequireNoErrors();
        return _loop.Invoke(_topology.Finish);
    }

    public IFlow Create(FlowGroup group, int member, FlowRecord record)
    {
        CircuitOptions circuit = (CircuitOptions)group.Kind;
        OpenSimFlow flow = new(_loop, _grids[circuit.Server], () => _grids.NextUser(circuit.Server), circuit, record)
        {
            Textures = circuit.Textures ? _grids.Textures : [],
            Up = _topology.Up(group).ToArray(),
            Down = _topology.Down(group).ToArray(),
            Origin = _origin,
        };
        _flows.Add(flow);
        return flow;
    }

    public void Dispose()
    {
        foreach (OpenSimFlow flow in _flows)
            flow.Dispose();
        _loop.Dispose();
        _grids.Dispose();
    }

    private static void RequireOfOpenSim(Scenario scenario, FlowGroup group)
    {
        if (group.Kind is not CircuitOptions circuit)
            throw Impossible("", "has circuits only");
        if (circuit.TexturePacketBytes.Any(bytes => bytes != RegionOptions.OpenSimTexturePacketBytes))
            throw Impossible(".circuit.texturePacketBytes", $"sends {RegionOptions.OpenSimTexturePacketBytes}");

        ScenarioException Impossible(string key, string allowed) =>
            new(scenario.Name, [new JsonProblem($"$.flows.{group.Name}{key}", null, $"a real OpenSimulator {allowed}")]);
    }
}
