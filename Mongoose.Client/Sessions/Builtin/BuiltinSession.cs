using System.Numerics;
using Mongoose.Client.Login;
using Mongoose.Client.Runtime;
using Mongoose.Client.Viewers;
using Mongoose.Core.Channels;
using Mongoose.Core.Lludp;
using Mongoose.Core.RateControl;
using Mongoose.Core.Units;

namespace Mongoose.Client.Sessions.Builtin;

/// <summary>A session of the built-in viewer: one viewer per circuit, one circuit after another.</summary>
internal sealed class BuiltinSession(IScheduler scheduler, INetwork network, IGridDoor door, SessionPlan plan, ISessionListener listener)
    : IBotSession
{
    /// <summary>How long to wait for a region to confirm a logout; OpenSim forgets it now and then.</summary>
    private static readonly Duration LogoutTimeout = Duration.FromSeconds(1);

    private Viewer? _viewer;
    private LoginGranted? _login;
    private IDisposable? _following;
    private Duration _pingInterval = Duration.FromSeconds(1);
    private bool _fetches;
    private bool _leaves;
    private bool _over;

    public Duration PingInterval
    {
        set
        {
            _pingInterval = value;
            if (_viewer is { } viewer)
                viewer.PingInterval = value;
        }
    }

    public void Begin() => door.Enter(plan.Account, LoggedIn);

    public void RequestRate(in ThrottleRequest request) => _viewer?.RequestRate(request);

    public void Move(float heading, AgentControls controls) => _viewer?.SendAgentUpdate(heading, controls);

    public void FetchTextures(bool fetch)
    {
        _fetches = fetch;
        _viewer?.PauseTextures(!fetch);
    }

    public void Teleport(Destination destination, Vector3 position) => _viewer?.Teleport(destination.Handle, position);

    public void Leave()
    {
        if (_over || _leaves)
            return;
        _leaves = true;
        if (_viewer is null)
        {
            EndAsAsked();
            return;
        }
        _viewer.Logout();
        scheduler.At(scheduler.Now + LogoutTimeout, EndAsAsked);
    }

    public void Dispose()
    {
        _over = true;
        _following?.Dispose();
        _viewer?.Dispose();
    }

    private void LoggedIn(LoginResult result)
    {
        if (_over)
            return;
        switch (result)
        {
            case LoginFailed failed:
                Fail(LoginFailures.Of(failed), LoginFailures.Text(failed));
                break;
            case LoginGranted { SeedCapability: { } seed } granted:
                _login = granted;
                // OpenSim tells nothing of the scene before its seed capability was asked.
                _following = door.Follow(seed, features => FirstRegion(features, granted), Teleported);
                break;
            case LoginGranted granted:
                _login = granted;
                FirstRegion(RegionFeatures.None, granted);
                break;
        }
    }

    private void FirstRegion(RegionFeatures? features, LoginGranted login)
    {
        if (_over)
            return;
        if (features is null)
            Fail(BotFailure.RegionSilent, $"the region's seed capability {login.SeedCapability} does not answer");
        else
            Enter(login.Region, listener.Entering(features, new Destination(login.RegionX, login.RegionY)));
    }

    private void Teleported(TeleportFinish finish)
    {
        if (_over || _leaves)
            return;
        _following?.Dispose();
        _viewer?.Dispose();
        _following = door.Follow(finish.Seed, static _ => { }, Teleported);
        Enter(finish.Region, listener.Entering(null, null));
    }

    private void Enter(UdpAddress region, in ChannelRates rates)
    {
        try
        {
            _viewer = Connect(region, rates);
            _viewer.Start();
        }
        catch (IOException exception)
        {
            Fail(BotFailure.EngineFailed, exception.Message);
        }
    }

    private Viewer Connect(UdpAddress region, in ChannelRates rates)
    {
        Viewer viewer = new(scheduler, network, new ViewerOptions
        {
            Region = region,
            CircuitCode = _login!.CircuitCode,
            AgentId = _login.AgentId,
            SessionId = _login.SessionId,
            Throttle = rates,
            Textures = plan.Textures,
            RepeatTextures = true,
            DrawDistance = plan.DrawDistance,
            PingInterval = _pingInterval,
        })
        {
            Connected = listener.Arrived,
            Closed = CircuitClosed,
            DatagramArrived = Received,
            PacketArrived = arrival => listener.Carried(arrival.Resent ? Channel.Resend : arrival.Channel, arrival.Bytes),
            RoundTripMeasured = roundTrip => listener.PingAnswered(roundTrip, scheduler.Now),
            RateAcknowledged = listener.RateAcknowledged,
            TextureCompleted = (_, _) => listener.TextureCompleted(),
            TeleportEnded = listener.TeleportEnded,
        };
        if (plan.Textures.Count == 0)
            viewer.TextureSeen = viewer.Fetch;
        viewer.PauseTextures(!_fetches);
        return viewer;
    }

    private void Received(ReceivedDatagram datagram)
    {
        bool isResent = (datagram.Flags & PacketFlags.Resent) != 0;
        listener.Received(datagram.Sequence, isResent, datagram.Bytes, datagram.At);
        if (!datagram.IsNew)
            listener.Carried(Channel.Resend, datagram.Bytes);
    }

    private void CircuitClosed()
    {
        if (_leaves)
            EndAsAsked();
        else
            Fail(BotFailure.CircuitLost, "the region has closed the circuit");
    }

    private void EndAsAsked()
    {
        if (_over)
            return;
        Dispose();
        listener.Left();
    }

    private void Fail(BotFailure failure, string message)
    {
        if (_over)
            return;
        Dispose();
        listener.Failed(failure, message);
    }
}
