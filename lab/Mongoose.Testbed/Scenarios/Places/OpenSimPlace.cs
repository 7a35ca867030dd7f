using Mongoose.Runtime.Time;
using Mongoose.Simulators;
using Mongoose.Testbed.OpenSim;
using Mongoose.Testbed.Region.Options;

namespace Mongoose.Testbed.Scenarios.Places;

/// <summary>
/// Regions of real OpenSimulators, entered through the login service, with links in this process. Links and viewers share a thread.
/// </summary>
internal sealed class OpenSimPlace : RelayedPlace, IGridPlace
{
    private readonly RealTimeLoop _loop = new("viewers");
    private readonly OpenSimGuests _guests = new();
    private readonly List<GridWalkers> _walkers = [];

    /// <summary>Starts the regions and logs in all accounts. The run begins after that, so that flows start on time.</summary>
    /// <param name="scenario">A scenario with circuits only, as its reader ensures.</param>
    /// <param name="seed">The seed of the links.</param>
    /// <param name="preparing">Called with a line for each step that takes seconds.</param>
    /// <param name="cancellation">Cancels starts and logins.</param>
    /// <exception cref="OpenSimException">There is no OpenSimulator, it does not start, or a login fails.</exception>
    /// <exception cref="OperationCanceledException">Cancelled; nothing is left behind.</exception>
    public OpenSimPlace(Scenario scenario, long seed, Action<string> preparing, CancellationToken cancellation)
        : base(seed)
    {
        Viewers = new Site(_loop);
        try
        {
            Grids = new OpenSimGrids(scenario, options => options, preparing, cancellation);
            foreach ((OpenSimInstance grid, int count, CircuitOptions options) in Grids.Walks)
            {
                preparing($"logging in {count} walking avatars");
                int[] users = Enumerable.Range(0, count).Select(_ => Grids.NextUser(grid)).ToArray();
                _walkers.Add(new GridWalkers(_loop, grid, users, RegionOptions.WalkTime, seed, cancellation));
            }
            _guests.Admit(scenario, _loop, Grids, preparing, cancellation);
            (Links, Origin) = _loop.Invoke(() => (new Topology(_loop, scenario, seed), _loop.Now));
            StartWalkers();
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

    public OpenSimGuest GuestOf(FlowGroup group, int member) => _guests[group, member];

    /// <exception cref="NotSupportedException">Always, because OpenSimulator runs in processes of its own.</exception>
    public override Site Servers(FlowGroup group) =>
        throw new NotSupportedException($"{group.Name}: OpenSimulator runs in a process of its own");

    public override IReadOnlyList<string> Problems => Grids.Errors;

    private void StartWalkers()
    {
        foreach ((GridWalkers walkers, (_, _, CircuitOptions options)) in _walkers.Zip(Grids.Walks))
        {
            walkers.Start();
            if (options.WalkersStop is { } stop)
                walkers.StopAt(Origin + stop);
        }
    }

    protected override void End()
    {
        try
        {
            foreach (IDisposable visitor in (IDisposable[])[_guests, .. _walkers])
                visitor.Dispose();
            _loop.Dispose();
        }
        finally
        {
            // Even if disposing a guest fails, no OpenSimulator must remain.
            Grids?.Dispose();
        }
    }
}
