using Mongoose.Client.Login;
using Mongoose.Client.Viewers;
using Mongoose.Core.Updates;
using Mongoose.Simulators;
using Mongoose.Testbed.OpenSim;
using Mongoose.Testbed.Region.Options;
using Mongoose.Testbed.Scenarios.Places;

namespace Mongoose.Testbed.Scenarios.Flows;

/// <summary>
/// A viewer in a real OpenSimulator. If the region's activity includes walking, each such viewer has a walking avatar that turns
/// continuously, so that the age of its updates can be measured; all viewers of the region receive the updates of all avatars. Walking
/// avatars have no emulated link.
/// </summary>
/// <param name="viewers">The site of the circuit and of the walking avatar.</param>
/// <param name="circuit">The circuit of the flow's viewer.</param>
/// <param name="guest">The flow's accounts in the grid.</param>
internal sealed class OpenSimFlow(Site viewers, CircuitFlow circuit, OpenSimGuest guest) : IFlow
{
    /// <summary>Many textures have only a few kilobytes, so a small number of them would not fill a long path.</summary>
    private const int TexturesOutstanding = 64;

    private static readonly TimeSpan UnackedPoll = TimeSpan.FromMilliseconds(200);

    private readonly FreshnessProbe? _probe = guest.Walker is { } walker
        ? new(viewers.Scheduler, walker.Viewer, walker.Login.AgentId, circuit.Viewer) { Measured = circuit.UpdateSeen }
        : null;

    private ViewerState? _stateAtStop;

    public static IFlow Create(Place place, IGridPlace regions, FlowGroup group, CircuitOptions options, int member, FlowRecord record)
    {
        OpenSimGuest guest = regions.GuestOf(group, member);
        LoginGranted login = guest.Login;
        OpenSimInstance grid = regions.Grids[options];
        UpdateTap? tap = UpdateTap.For(place, options, grid);
        ViewerOptions viewer = new()
        {
            Region = place.RouteTo(login.Region, group, tap),
            CircuitCode = login.CircuitCode,
            AgentId = login.AgentId,
            SessionId = login.SessionId,
            TexturesOutstanding = TexturesOutstanding,
        };
        TextureOrder textures = TextureOrder.For(options, regions.Grids.Textures, place.Seed + member - 1, record);
        CircuitWatch watch = CircuitWatch.Of(place, group.Name, member);
        CircuitFlow circuit = CircuitFlow.Create(place, options, viewer, textures, watch, record, tap);
        IFlow flow = new FlowOnSite(place.Viewers, new OpenSimFlow(place.Viewers, circuit, guest));
        if (options.Walkers > 0)
            flow = new UnackedFlow(flow, () => CircuitRow.Find(grid, login)?.UnackedBytes, options.WalkersStop, UnackedPoll);
        bool trims = options.Server == OutboundNames.Mongoose && options.Sending.ResendRule == ResendRule.Trimmed;
        return options.Details ? new ServedFlow(flow, new OpenSimLoad(grid, trims), options) : flow;
    }

    /// <summary>Enters the region; the account is already logged in.</summary>
    public void Start()
    {
        _probe?.Start();
        circuit.Start();
    }

    public void Stop()
    {
        _stateAtStop = circuit.Viewer.State;
        _probe?.Stop();
        circuit.Stop();
        guest.Walker?.Viewer.Logout();
    }

    /// <exception cref="OpenSimException">The viewer left the region early, or never entered it.</exception>
    public void Finish(FlowRecord record)
    {
        ViewerState state = _stateAtStop ?? circuit.Viewer.State;
        if (state != ViewerState.Connected)
            throw new OpenSimException($"{record.Name}: the viewer is not in the region; its state is {state}");
        circuit.Finish(record);
    }
}
