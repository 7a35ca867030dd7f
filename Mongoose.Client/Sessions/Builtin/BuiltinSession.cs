using System.Numerics;
using Mongoose.Client.Login;
using Mongoose.Client.Viewers;
using Mongoose.Core.Units;
using Mongoose.Runtime.Time;
using Mongoose.Runtime.Udp;

namespace Mongoose.Client.Sessions.Builtin;

/// <summary>A session of the built-in viewer: one viewer per circuit, all on one port.</summary>
internal sealed partial class BuiltinSession(
    IScheduler scheduler, INetwork network, IGridClient grid, SessionPlan plan, ISessionListener listener) : IBotSession
{
    /// <summary>How long to wait for a region to confirm a logout; OpenSim sometimes does not confirm it.</summary>
    private static readonly Duration LogoutTimeout = Duration.FromSeconds(1);

    private readonly LoginRetries _retries = new(plan.LoginRetries);
    private LoginGranted? _login;
    private bool _fetches;
    private bool _leaves;
    private bool _over;

    public SessionFigures Figures { get; } = new() { Downloads = plan.FetchesByHttp ? new SceneDownloads() : null };

    public AvatarPlace? Place => _home?.Avatar is { } position ? new AvatarPlace(position, _homeSize) : null;

    public void Begin() => grid.LogIn(plan.Account, LoggedIn);

    public void Move(float heading, AgentControls controls) => _home?.SendAgentUpdate(heading, controls);

    public void FetchTextures(bool fetch)
    {
        _fetches = fetch;
        _home?.PauseTextures(!fetch);
    }

    public void Teleport(Destination destination, Vector3 position) => _home?.Teleport(destination.Handle, position);

    public void Leave()
    {
        if (_over || _leaves)
            return;
        _leaves = true;
        Figures.Leave();
        Figures.Downloads?.Dispose();
        if (_home is null)
        {
            EndAsAsked();
            return;
        }
        _home.Logout();
        scheduler.At(scheduler.Now + LogoutTimeout, EndAsAsked);
    }

    public void Dispose()
    {
        _over = true;
        Figures.Downloads?.Dispose();
        _circuits?.Dispose();
        _port?.Dispose();
    }

    private void LoggedIn(LoginResult result)
    {
        if (_over)
            return;
        if (result is LoginFailed failed)
        {
            LoginFailed(LoginFailures.Of(failed), LoginFailures.Text(failed));
        }
        else if (result is LoginGranted granted)
        {
            _login = granted;
            Figures.GridClockAhead = granted.GridTime - DateTimeOffset.UtcNow;
            Open(granted);
        }
    }

    private void LoginFailed(BotFailure failure, string message)
    {
        if (!_retries.TryNext(failure, message, out Duration delay))
        {
            Fail(failure, message);
            return;
        }
        listener.LoginRetried();
        scheduler.At(scheduler.Now + delay, () =>
        {
            if (!_over)
                Begin();
        });
    }

    private void Open(LoginGranted login)
    {
        RegionCircuit first;
        try
        {
            first = Circuits.To(login.Region, home: null, isForAvatar: true, scheduler.Now)!;
        }
        catch (IOException exception)
        {
            Fail(BotFailure.EngineFailed, exception.Message);
            return;
        }
        first.Size = login.RegionSize;
        // OpenSim sends no part of the scene before the viewer has used its seed capability.
        if (login.SeedCapability is { } seed)
            Follow(first, seed, answer => FirstRegion(answer, first, login));
        else
            FirstRegion(new SeedAnswer(RegionFeatures.None), first, login);
    }

    private void FirstRegion(SeedAnswer answer, RegionCircuit circuit, LoginGranted login)
    {
        if (_over || _leaves)
            return;
        if (answer.Features is not { } features)
            Fail(answer.Failure, answer.Message);
        else
            Enter(circuit, plan.Controller.CreateFor(features), new Destination(login.RegionX, login.RegionY));
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
