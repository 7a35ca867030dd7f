using Mongoose.Client.Login;
using Mongoose.Client.Runtime;
using Mongoose.Client.Viewers;
using Mongoose.Core.Units;
using Mongoose.Testbed.Links;
using Mongoose.Testbed.OpenSim;
using Mongoose.Testbed.Packets;
using Mongoose.Testbed.Region.Content;
using Mongoose.Testbed.Visits;

namespace Mongoose.Testbed.Scenarios.Running;

/// <summary>
/// A viewer in a real OpenSimulator. If somebody walks there, it is an avatar for each such viewer, which turns all the time, so that
/// the age of its updates can be told; all viewers of the region are told of all of them. Avatars that walk have no link in their way.
/// </summary>
internal sealed class OpenSimFlow(RealTimeLoop loop, OpenSimInstance grid, Func<int> nextUser, CircuitOptions options, FlowRecord record)
    : IFlow, IDisposable
{
    /// <summary>Many textures are of a few kilobytes: a few of those are less than a long path holds.</summary>
    private const int TexturesOutstanding = 64;

    private static readonly DataRate WalkersThrottle = DataRate.FromKilobitsPerSecond(500);

    private GridVisit? _walker;
    private FreshnessProbe? _probe;
    private CircuitFlow? _circuit;

    public required IReadOnlyList<Guid> Textures { get; init; }

    /// <summary>Links towards the region.</summary>
    public required IReadOnlyList<IPacketReceiver> Up { get; init; }

    /// <summary>Links towards the viewer.</summary>
    public required IReadOnlyList<IPacketReceiver> Down { get; init; }

    /// <summary>The run's begin.</summary>
    public required Instant Origin { get; init; }

    /// <summary>Logs in, and waits for that; not on the viewers' thread.</summary>
    /// <exception cref="OpenSimException">A login is refused.</exception>
    public void Start()
    {
        if (options.Activity != Activity.None)
            _walker = GridVisit.Begin(loop, grid, nextUser(), new ViewerOptions { Throttle = OpenSimScene.Split(WalkersThrottle) });
        LoginGranted login = GridVisit.LogIn(grid, nextUser());
        loop.Invoke(() => Start(login));
    }

    public void Stop() => loop.Invoke(() =>
    {
        _probe?.Stop();
        _circuit!.Stop();
        _walker?.Viewer.Logout();
    });

    /// <exception cref="OpenSimException">The viewer is not in the region any more, or never was.</exception>
    public void Finish(FlowRecord flow) => loop.Invoke(() =>
    {
        if (_circuit!.Viewer.State == ViewerState.Connected)
            _circuit.Finish(flow);
        else
            throw new OpenSimException($"{flow.Name}: its viewer is not in the region but {_circuit.Viewer.State}");
    });

    public void Dispose() => _walker?.Dispose();

    private void Start(LoginGranted login)
    {
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
        if (_walker is not null)
        {
            _probe = new FreshnessProbe(loop, _walker.Viewer, _walker.Login.AgentId, _circuit.Viewer) { Measured = _circuit.UpdateSeen };
            _probe.Start();
        }
        _circuit.Start();
    }
}
