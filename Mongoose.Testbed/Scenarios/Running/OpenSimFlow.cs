using Mongoose.Client.Login;
using Mongoose.Client.Viewers;
using Mongoose.Core.Units;
using Mongoose.Network.Links;
using Mongoose.Network.Packets;
using Mongoose.Runtime.Time;
using Mongoose.Testbed.OpenSim;
using Mongoose.Testbed.Visits;

namespace Mongoose.Testbed.Scenarios.Running;

/// <summary>
/// A viewer in a real OpenSimulator. If somebody walks there, it is an avatar for each such viewer, which turns all the time, so that
/// the age of its updates can be told; all viewers of the region are told of all of them. Avatars that walk have no link in their way.
/// </summary>
internal sealed class OpenSimFlow(RealTimeLoop loop, OpenSimGuest guest, CircuitOptions options, FlowRecord record) : IFlow
{
    /// <summary>Many textures are of a few kilobytes: a few of those are less than a long path holds.</summary>
    private const int TexturesOutstanding = 64;

    private FreshnessProbe? _probe;
    private CircuitFlow? _circuit;
    private ViewerState? _stateAtStop;

    public required IReadOnlyList<Guid> Textures { get; init; }

    /// <summary>Links towards the region.</summary>
    public required IReadOnlyList<IPacketReceiver> Up { get; init; }

    /// <summary>Links towards the viewer.</summary>
    public required IReadOnlyList<IPacketReceiver> Down { get; init; }

    /// <summary>The run's begin.</summary>
    public required Instant Origin { get; init; }

    /// <summary>Enters the region, where the account is logged in; not on the viewers' thread.</summary>
    public void Start() => loop.Invoke(Enter);

    public void Stop() => loop.Invoke(() =>
    {
        _stateAtStop = _circuit!.Viewer.State;
        _probe?.Stop();
        _circuit.Stop();
        guest.Walker?.Viewer.Logout();
    });

    /// <exception cref="OpenSimException">The viewer left the region before its time, or never was there.</exception>
    public void Finish(FlowRecord flow) => loop.Invoke(() =>
    {
        ViewerState state = _stateAtStop ?? _circuit!.Viewer.State;
        if (state != ViewerState.Connected)
            throw new OpenSimException($"{flow.Name}: its viewer is not in the region but {state}");
        _circuit!.Finish(flow);
    });

    private void Enter()
    {
        LoginGranted login = guest.Login;
        UdpRelay relay = new(loop, login.Region, Up, Down);
        _circuit = new CircuitFlow(loop, loop, options, new ViewerOptions
        {
            Region = relay.Address,
            CircuitCode = login.CircuitCode,
            AgentId = login.AgentId,
            SessionId = login.SessionId,
            Textures = Textures,
            TexturesOutstanding = TexturesOutstanding,
            RepeatTextures = true,
        }, Origin, record);
        if (guest.Walker is { } walker)
        {
            _probe = new FreshnessProbe(loop, walker.Viewer, walker.Login.AgentId, _circuit.Viewer) { Measured = _circuit.UpdateSeen };
            _probe.Start();
        }
        _circuit.Start();
    }
}
