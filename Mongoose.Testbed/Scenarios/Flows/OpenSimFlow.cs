using Mongoose.Client.Login;
using Mongoose.Client.Viewers;
using Mongoose.Testbed.OpenSim;
using Mongoose.Testbed.Scenarios.Places;

namespace Mongoose.Testbed.Scenarios.Flows;

/// <summary>
/// A viewer in a real OpenSimulator. If somebody walks there, it is an avatar for each such viewer, which turns all the time, so that
/// the age of its updates can be measured; all viewers of the region receive the updates of all of them. Avatars that walk have no link in their way.
/// </summary>
internal sealed class OpenSimFlow : IFlow
{
    /// <summary>Many textures are of a few kilobytes: a few of those are less than a long path holds.</summary>
    private const int TexturesOutstanding = 64;

    private readonly CircuitFlow _circuit;
    private readonly OpenSimGuest _guest;
    private readonly FreshnessProbe? _probe;
    private ViewerState? _stateAtStop;

    /// <param name="viewers">The site of the circuit and of the walking avatar.</param>
    /// <param name="circuit">Of the flow's viewer.</param>
    /// <param name="guest">The flow's accounts.</param>
    public OpenSimFlow(Site viewers, CircuitFlow circuit, OpenSimGuest guest)
    {
        (_circuit, _guest) = (circuit, guest);
        if (guest.Walker is { } walker)
            _probe = new FreshnessProbe(viewers.Scheduler, walker.Viewer, walker.Login.AgentId, circuit.Viewer) { Measured = circuit.UpdateSeen };
    }

    public static IFlow Create(OpenSimPlace place, FlowGroup group, CircuitOptions options, int member, FlowRecord record)
    {
        OpenSimGuest guest = place.GuestOf(group, member);
        LoginGranted login = guest.Login;
        ViewerOptions viewer = new()
        {
            Region = place.WayTo(login.Region, group),
            CircuitCode = login.CircuitCode,
            AgentId = login.AgentId,
            SessionId = login.SessionId,
            TexturesOutstanding = TexturesOutstanding,
        };
        TextureOrder textures = TextureOrder.For(options, place.Grids.Textures, place.Seed + member - 1, record);
        CircuitFlow circuit = CircuitFlow.Create(place, options, viewer, textures, record);
        IFlow flow = new FlowOnSite(place.Viewers, new OpenSimFlow(place.Viewers, circuit, guest));
        return options.Details ? new ServedFlow(flow, new OpenSimLoad(place.Grids[options]), options) : flow;
    }

    /// <summary>Enters the region, where the account is logged in.</summary>
    public void Start()
    {
        _probe?.Start();
        _circuit.Start();
    }

    public void Stop()
    {
        _stateAtStop = _circuit.Viewer.State;
        _probe?.Stop();
        _circuit.Stop();
        _guest.Walker?.Viewer.Logout();
    }

    /// <exception cref="OpenSimException">The viewer left the region before its time, or never was there.</exception>
    public void Finish(FlowRecord record)
    {
        ViewerState state = _stateAtStop ?? _circuit.Viewer.State;
        if (state != ViewerState.Connected)
            throw new OpenSimException($"{record.Name}: its viewer is not in the region but {state}");
        _circuit.Finish(record);
    }
}
