using Mongoose.Client.Activities;
using Mongoose.Client.Requests;
using Mongoose.Client.Sessions;
using Mongoose.Core.RateControl;
using Mongoose.Core.Units;
using Mongoose.Runtime.Time;

namespace Mongoose.Client.Bots;

/// <summary>One avatar that logs in, performs an activity, and records what its session measures.</summary>
internal sealed partial class Bot : IDisposable
{
    private readonly IScheduler _scheduler;
    private readonly BotRequest _request;
    private readonly IBotSession _session;
    private readonly ActPlayer _player;
    private readonly List<BotSample> _samples = [];
    private BotState _state;
    private Instant? _lastReceivedAt;
    private Duration _silent;

    /// <param name="scheduler">All calls are made on its thread.</param>
    /// <param name="engine">Opens the session.</param>
    /// <param name="plan">The account to log in, and what the session does.</param>
    /// <param name="request">The options that all bots share.</param>
    /// <param name="seed">The seed of its activity.</param>
    public Bot(IScheduler scheduler, IEngine engine, SessionPlan plan, BotRequest request, int seed)
    {
        _scheduler = scheduler;
        _request = request;
        Name = $"{plan.Account.First} {plan.Account.Last}";
        _session = engine.Open(plan, this);
        _player = new ActPlayer(scheduler, _session, ActivityNames.Create(request.Activity, seed), request.Elsewhere);
    }

    /// <summary>The account's name.</summary>
    public string Name { get; }

    public BotState State
    {
        get => _state;
        private set
        {
            _state = value;
            StateChanged?.Invoke(this);
        }
    }

    /// <summary>Called after each change of <see cref="State"/>.</summary>
    public Action<Bot>? StateChanged { get; set; }

    /// <summary>The number of logins that failed and were retried.</summary>
    public int LoginRetries { get; private set; }

    /// <summary>Why the bot has failed, if it has.</summary>
    public BotFailure Failure { get; private set; }

    /// <summary>The failure as a message for the user; empty if the bot has not failed.</summary>
    public string Message { get; private set; } = "";

    /// <summary>Whether the bot's visit is over.</summary>
    public bool IsOver => State is BotState.Left or BotState.Failed;

    /// <inheritdoc cref="IBotSession.Figures"/>
    public SessionFigures Figures => _session.Figures;

    /// <summary>The bot's downloads by HTTP; null if it does not download.</summary>
    public HttpFigures? Http => Figures.Downloads?.Figures;

    /// <summary>One sample for each second of the run since the bot began to log in.</summary>
    public IReadOnlyList<BotSample> Samples => _samples;

    /// <summary>The longest time that the avatar stood because the region did not send its position.</summary>
    public Duration MaxStall => _player.MaxStall;

    /// <summary>The avatar's position; null while it is in no region.</summary>
    public AvatarPlace? Place => State == BotState.InRegion ? _session.Place : null;

    /// <summary>The direction in which the avatar looks, in radians from east.</summary>
    public float Heading => _player.Heading;

    /// <summary>When the bot began to log in; null if it has not.</summary>
    public Instant? StartedAt { get; private set; }

    /// <summary>When the bot first arrived in a region; null if it never did.</summary>
    public Instant? FirstArrival { get; private set; }

    /// <summary>When the visit ended; null if it has not.</summary>
    public Instant? OverAt { get; private set; }

    /// <summary>Called once, when the visit has ended.</summary>
    public Action<Bot>? Over { get; set; }

    /// <summary>Called with notes for the user.</summary>
    public Action<string>? Noted { get; set; }

    /// <summary>Logs in.</summary>
    public void Start()
    {
        StartedAt = _scheduler.Now;
        State = BotState.LoggingIn;
        _session.Begin();
    }

    /// <summary>Logs out.</summary>
    public void Leave()
    {
        if (IsOver)
            return;
        _player.Pause();
        State = BotState.Leaving;
        _session.Leave();
    }

    /// <summary>
    /// Logs out at the end of the run. A bot that has not arrived by then has failed, even if its timeouts have not passed yet.
    /// </summary>
    public void LeaveAsPlanned()
    {
        if (FirstArrival is null && !IsOver)
        {
            (Failure, Message) = State == BotState.Entering
                ? (BotFailure.RegionSilent, "the run ended before the bot arrived: the region had not opened the circuit")
                : (BotFailure.LoginTimeout, "the run ended before the bot arrived: the login had not finished");
        }
        Leave();
    }

    /// <summary>Ends a visit that logging out has not ended: the bot has failed.</summary>
    /// <param name="reason">The failure as a message for the user.</param>
    public void CutOff(string reason)
    {
        _session.Dispose();
        Failed(BotFailure.EngineFailed, reason);
    }

    /// <summary>
    /// Ends the visit if the region has been silent for the timeout. Counts watchdog ticks, not time on the clock, because a stalled host
    /// has not read its sockets either and must not look like a silent region.
    /// </summary>
    /// <param name="interval">The minimum interval between two ticks.</param>
    public void Watch(Duration interval)
    {
        Instant? lastReceivedAt = Figures.LastReceivedAt;
        bool waits = (State is BotState.Entering or BotState.InRegion) && lastReceivedAt == _lastReceivedAt;
        _silent = waits ? _silent + interval : Duration.Zero;
        _lastReceivedAt = lastReceivedAt;
        if (_silent <= _request.Silence)
            return;
        (BotFailure failure, string what) = State == BotState.InRegion
            ? (BotFailure.ServerSilent, "nothing has arrived from the region")
            : (BotFailure.RegionSilent, "the region has not opened the circuit");
        _session.Dispose();
        Failed(failure, $"{what} for {_request.Silence}");
    }

    /// <summary>Adds to <see cref="Samples"/>.</summary>
    /// <param name="second">The second of the run, counted from 1.</param>
    public void TakeSample(int second)
    {
        ControllerState state = Figures.Controller?.State ?? default;
        _samples.Add(new BotSample(second, State, Figures.Controller?.Rate ?? DataRate.Zero, state.WindowBytes, state.ThresholdBytes,
            Figures.RoundTrip, Figures.Counters));
    }

    /// <summary>Ends the visit without logging out, if it has not ended.</summary>
    public void Dispose()
    {
        _player.Pause();
        _session.Dispose();
    }

    private void End(BotState state)
    {
        if (IsOver)
            return;
        _player.Pause();
        State = state;
        OverAt = _scheduler.Now;
        Over?.Invoke(this);
    }
}
