using Mongoose.Runtime.Time;
using Mongoose.Testbed.OpenSim;

namespace Mongoose.Testbed.Scenarios.Places;

/// <summary>Regions of real OpenSimulators, entered through the login service, with links in this process. Links and viewers share a thread.</summary>
internal sealed class OpenSimPlace : RelayedPlace
{
    /// <summary>A flow's viewer, and the avatar that walks for it.</summary>
    private const int AccountsOfFlow = 2;

    private readonly RealTimeLoop _loop = new("viewers");
    private readonly Dictionary<(FlowGroup Group, int Member), OpenSimGuest> _guests = [];

    /// <summary>Starts the regions and logs everybody in; the run begins when that is done, so that flows start at their times.</summary>
    /// <param name="scenario">Of circuits only, as its reader ensures.</param>
    /// <param name="seed">Of the links.</param>
    /// <param name="cancellation">Ends the starts and the logins.</param>
    /// <exception cref="OpenSimException">There is none, or it does not start, or a login fails.</exception>
    /// <exception cref="OperationCanceledException">Cancelled; nothing is left behind.</exception>
    public OpenSimPlace(Scenario scenario, long seed, CancellationToken cancellation)
        : base(seed)
    {
        Viewers = new Site(_loop);
        try
        {
            Grids = new OpenSimGrids(scenario, AccountsOfFlow, cancellation);
            foreach (FlowGroup group in scenario.Flows)
            {
                for (int member = 1; member <= group.Count; member++)
                    _guests.Add((group, member), OpenSimGuest.Admit(_loop, Grids, (CircuitOptions)group.Kind, cancellation));
            }
            (Links, Origin) = _loop.Invoke(() => (new Topology(_loop, scenario, seed), _loop.Now));
        }
        catch
        {
            Dispose();
            throw;
        }
    }

    public OpenSimGrids Grids { get; } = null!;

    public override Site Viewers { get; }

    public override IReadOnlyList<RealTimeLoop> Loops => [_loop];

    protected override Topology Links { get; } = null!;

    /// <summary>The accounts of a flow: its viewer's is logged in, its walking avatar is there.</summary>
    public OpenSimGuest GuestOf(FlowGroup group, int member) => _guests[(group, member)];

    /// <exception cref="NotSupportedException">Always: OpenSimulator runs in processes of its own.</exception>
    public override Site Servers(FlowGroup group) => throw new NotSupportedException($"{group.Name}: OpenSimulator runs in a process of its own");

    public override IReadOnlyList<string> Problems => Grids.Errors;

    public override void Dispose()
    {
        try
        {
            foreach (OpenSimGuest guest in _guests.Values)
                guest.Dispose();
            _loop.Dispose();
        }
        finally
        {
            // Whatever a guest's end does, no OpenSimulator stays.
            Grids?.Dispose();
        }
    }
}
