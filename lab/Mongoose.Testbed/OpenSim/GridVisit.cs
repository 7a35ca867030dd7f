using System.Diagnostics;
using System.Globalization;
using Mongoose.Client.Login;
using Mongoose.Client.Viewers;
using Mongoose.Network.Links;
using Mongoose.Runtime.Hosts;
using Mongoose.Runtime.Time;
using Mongoose.Runtime.Udp;
using Mongoose.Simulators;

namespace Mongoose.Testbed.OpenSim;

/// <summary>
/// A viewer in a real grid: it passes the login service and the seed capability and enters the region over an emulated link. The viewer
/// lives on the loop's thread; use <see cref="Read{T}"/> to read its state.
/// </summary>
public sealed class GridVisit : IDisposable
{
    /// <summary>
    /// Far longer than a region takes on a quiet host: on a busy one, several simulators may wait for the same processors.
    /// </summary>
    private static readonly TimeSpan LoginTimeout = TimeSpan.FromSeconds(90), ArrivalTimeout = TimeSpan.FromSeconds(90);

    private static readonly TimeSpan PresenceTimeout = TimeSpan.FromSeconds(30), PresencePoll = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan LogoutTimeout = TimeSpan.FromSeconds(1);

    private readonly RealTimeLoop _loop;
    private readonly UdpRelay _relay;
    private readonly ManualResetEventSlim _connected = new();
    private readonly ManualResetEventSlim _closed = new();

    /// <summary>Opens the circuit's ports; nothing is sent before <see cref="Arrive"/>.</summary>
    /// <param name="loop">The viewer's thread.</param>
    /// <param name="options">The options of the viewer.</param>
    /// <param name="toServer">The link to the region; null: one without any effect.</param>
    /// <param name="toClient">The link from the region; null: one without any effect.</param>
    /// <param name="host">The namespace in which the ports are opened; null: that of the loop.</param>
    public GridVisit(RealTimeLoop loop, LoginGranted login, ViewerOptions options, LinkOptions? toServer = null,
        LinkOptions? toClient = null, NetworkNamespace? host = null)
    {
        _loop = loop;
        INetwork network = HostNetwork.Of(loop, host);
        Login = login;
        (_relay, Viewer) = loop.Invoke(() =>
        {
            UdpRelay relay = new(loop, network, login.Region, toServer ?? new LinkOptions(), toClient ?? new LinkOptions());
            return (relay, new Viewer(loop, network, options with
            {
                Region = relay.Address,
                CircuitCode = login.CircuitCode,
                AgentId = login.AgentId,
                SessionId = login.SessionId,
            })
            {
                Connected = Arrived,
                Closed = _closed.Set,
            });
        });
    }

    public LoginGranted Login { get; }

    /// <summary>Called on the loop's thread when the viewer is in the region.</summary>
    public Action? Connected { get; set; }

    /// <summary>Use it on the loop's thread only.</summary>
    public Viewer Viewer { get; }

    /// <summary>Logs in and waits until the viewer is in the region.</summary>
    /// <exception cref="OpenSimException">The login is refused, or the region does not answer.</exception>
    public static GridVisit Begin(RealTimeLoop loop, OpenSimInstance grid, int user, ViewerOptions options,
        LinkOptions? toServer = null, LinkOptions? toClient = null, string? region = null, CancellationToken cancellation = default)
    {
        GridVisit visit = new(loop, LogIn(grid, user, region, cancellation), options, toServer, toClient, grid.Namespace);
        try
        {
            visit.Arrive(cancellation);
            return visit;
        }
        catch
        {
            visit.Dispose();
            throw;
        }
    }

    /// <summary>Logs an account in, and requests the seed capability: until then OpenSim sends no updates of the scene.</summary>
    /// <param name="user">The account's number.</param>
    /// <param name="region">The region to arrive in, whose name has no ampersand; null for the one that the grid chooses.</param>
    /// <param name="cancellation">Cancels the login.</param>
    /// <exception cref="OpenSimException">The login is refused, or the grid does not answer.</exception>
    public static LoginGranted LogIn(OpenSimInstance grid, int user, string? region = null, CancellationToken cancellation = default)
    {
        OpenSimUser account = grid.User(user);
        LoginRequest request = new(grid.LoginUri, account.First, account.Last, account.Password);
        if (region is not null)
            request = request with { Start = $"uri:{region}&128&128&25" };
        using GridLogin login = new(LoginTimeout, open: HostNetwork.TcpOf(grid.Namespace));
        LoginGranted granted = LogIn(grid, login, request, cancellation);
        try
        {
            if (granted.SeedCapability is { } seed)
                _ = login.AskSeedAsync(seed, cancellation: cancellation).GetAwaiter().GetResult();
        }
        catch (Exception exception) when (exception is HttpRequestException or FormatException)
        {
            throw new OpenSimException($"the seed capability failed: {exception.Message}", exception);
        }
        return granted;
    }

    /// <summary>A region may need some seconds to remove the avatar of an account that has just left.</summary>
    private static LoginGranted LogIn(OpenSimInstance grid, GridLogin login, LoginRequest request, CancellationToken cancellation)
    {
        long began = Stopwatch.GetTimestamp();
        while (true)
        {
            LoginResult result;
            lock (grid.LoginLock)
                result = login.LoginAsync(request, cancellation).GetAwaiter().GetResult();
            if (result is LoginGranted granted)
                return granted;
            LoginFailed failed = (LoginFailed)result;
            TimeSpan waited = Stopwatch.GetElapsedTime(began);
            if (failed.Reason != LoginFailed.Presence || waited > PresenceTimeout)
            {
                throw new OpenSimException(string.Create(CultureInfo.InvariantCulture,
                    $"login of {request.First} {request.Last} failed "
                        + $"after {waited.TotalSeconds:0} s: {failed.Cause} {failed.Reason} {failed.Message}"));
            }
            cancellation.WaitHandle.WaitOne(PresencePoll);
        }
    }

    /// <summary>Opens the circuit and waits for the region's handshake.</summary>
    /// <exception cref="OpenSimException">The region does not answer; the message says what arrived.</exception>
    public void Arrive(CancellationToken cancellation = default)
    {
        _loop.Invoke(Viewer.Start);
        if (!_connected.Wait(ArrivalTimeout, cancellation))
            throw new OpenSimException($"the region did not answer circuit {Login.CircuitCode} "
                + $"within {ArrivalTimeout.TotalSeconds} s: {this}");
    }

    private void Arrived()
    {
        Connected?.Invoke();
        _connected.Set();
    }

    /// <summary>Reads the viewer's state on its thread.</summary>
    public T Read<T>(Func<Viewer, T> what) => _loop.Invoke(() => what(Viewer));

    /// <summary>The viewer's name and state, and how much has arrived.</summary>
    public override string ToString()
    {
        OpenSimUser user = OpenSimUser.WithId(Login.AgentId);
        return Read(viewer => $"{user.First} {user.Last} is {viewer.State}; {viewer.DatagramsReceived} datagrams, "
            + $"{viewer.Objects.Count} objects and {viewer.TexturesCompleted} textures "
            + $"arrived, {viewer.TexturesMissing} textures are missing");
    }

    /// <summary>
    /// Logs out and waits briefly for the region's reply. OpenSim clears the circuit's queues while it logs the account out, and sometimes
    /// the reply with them; the viewer has left even without a reply.
    /// </summary>
    /// <returns>Whether the reply arrived.</returns>
    public bool Leave()
    {
        _loop.Invoke(Viewer.Logout);
        return _closed.Wait(LogoutTimeout);
    }

    /// <summary>Logs out if the viewer is still connected, and closes the ports.</summary>
    public void Dispose()
    {
        if (Read(viewer => viewer.State is ViewerState.Connected))
            Leave();
        _loop.Invoke(() =>
        {
            Viewer.Dispose();
            _relay.Dispose();
        });
        _connected.Dispose();
        _closed.Dispose();
    }
}
