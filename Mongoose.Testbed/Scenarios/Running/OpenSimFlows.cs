using Mongoose.Core.Units;
using Mongoose.Runtime.Time;
using Mongoose.Testbed.OpenSim;

namespace Mongoose.Testbed.Scenarios.Running;

/// <summary>
/// Circuits of real OpenSimulators, through the login service and over links in this process. Links and viewers share a thread.
/// </summary>
internal sealed class OpenSimFlows : IFlowFactory, IDisposable
{
    /// <summary>A flow's viewer, and the avatar that walks for it.</summary>
    private const int AccountsOfFlow = 2;

    private readonly RealTimeLoop _loop = new("viewers");
    private readonly Dictionary<(FlowGroup Group, int Member), OpenSimGuest> _guests = [];
    private readonly OpenSimGrids? _grids;
    private readonly Topology _topology;
    private readonly Instant _origin;

    /// <summary>Starts the regions and logs everybody in; the run begins when that is done, so that flows start at their times.</summary>
    /// <param name="scenario">Of circuits only, as its reader sees to.</param>
    /// <param name="seed">Of the links.</param>
    /// <param name="cancellation">Ends the starts and the logins.</param>
    /// <exception cref="OpenSimException">There is none, or it does not start, or a login fails.</exception>
    /// <exception cref="OperationCanceledException">Cancelled; nothing is left behind.</exception>
    public OpenSimFlows(Scenario scenario, long seed, CancellationToken cancellation)
    {
        try
        {
            _grids = new OpenSimGrids(scenario, AccountsOfFlow, cancellation);
            foreach (FlowGroup group in scenario.Flows)
                for (int member = 1; member <= group.Count; member++)
                    _guests.Add((group, member), OpenSimGuest.Admit(_loop, _grids, (CircuitOptions)group.Kind, cancellation));
            (_topology, _origin) = _loop.Invoke(() => (new Topology(_loop, scenario, seed), _loop.Now));
        }
        catch
        {
            Dispose();
            throw;
        }
    }

    public RealTimeLoop Loop => _loop;

    public Instant Origin => _origin;

    /// <exception cref="OpenSimException">A region with the module logged an error.</exception>
    public IReadOnlyList<LinkRecord> FinishLinks()
    {
        _grids!.RequireNoErrors();
        return _loop.Invoke(_topology.Finish);
    }

    public IFlow Create(FlowGroup group, int member, FlowRecord record)
    {
        CircuitOptions circuit = (CircuitOptions)group.Kind;
        return new OpenSimFlow(_loop, _guests[(group, member)], circuit, record)
        {
            Textures = circuit.Textures ? _grids!.Textures : [],
            Up = _topology.Up(group).ToArray(),
            Down = _topology.Down(group).ToArray(),
            Origin = _origin,
        };
    }

    public void Dispose()
    {
        try
        {
            foreach (OpenSimGuest guest in _guests.Values)
                guest.Dispose();
        }
        finally
        {
            _loop.Dispose();
            _grids?.Dispose();
        }
    }
}
