using Mongoose.Client.Activities;
using Mongoose.Client.Sessions;
using Mongoose.Core.RateControl;
using Mongoose.Core.Units;
using Mongoose.Runtime.Time;

namespace Mongoose.Client.Bots;

/// <summary>One avatar that logs in and does an activity, and keeps what its session measures.</summary>
internal sealed partial class Bot : IDisposable
{
    private readonly IScheduler _scheduler;
    private readonly BotOptions _options;
    private readonly IBotSession _session;
    private readonly ActPlayer _player;
    private readonly List<BotSample> _samples = [];
    private BotState _state;
    private Instant? _lastReceivedAt;
    private Duration _silent;

    /// <param name="scheduler">Its thread is that of all calls.</param>
    /// <param name="engine">What carries the session.</param>
    /// <param name="plan">Whom to log in.</param>
    /// <param name="options">What all bots have in common.</param>
    /// <param name="seed">Of its activity.</param>
    public Bot(IScheduler scheduler, IEngine engine, SessionPlan plan, BotOptions options, int seed)
    {
        _scheduler = scheduler;
        _options = options;
        Name = $"{plan.Account.First} {plan.Account.Last}";
        _session = engine.Open(plan, this);
        _player = new ActPlayer(scheduler, _session, ActivityNames.Create(options.Activity, seed), options.TeleportTo);
    }

    /// <summary>The account's.</summary>
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

    /// <summary>Logins that failed and were tried again.</summary>
    public int LoginRetries { get; private set; }

    /// <summary>Why it has failed, if it has.</summary>
    public BotFailure Failure { get; private set; }

    /// <summary>The same for people; empty if it has not.</summary>
    public string Message { get; private set; } = "";

    /// <summary>Whether it will do nothing more.</summary>
    public bool IsOver => State is BotState.Left or BotState.Failed;

    public SessionCounters Counters => _session.Figures.Counters;

    /// <summary>The controller in use; null before the login.</summary>
    public IRateController? Controller => _session.Figures.Controller;

    /// <summary>Of every ping that was answered.</summary>
    public IReadOnlyList<float> RoundTripsMs => _session.Figures.RoundTripsMs;

    /// <summary>One for each second of the run since it began to log in.</summary>
    public IReadOnlyList<BotSample> Samples => _samples;

    /// <summary>The longest time that its avatar stood because the region did not say where it is.</summary>
    public Duration LongestStall => _player.LongestStall;

    /// <summary>When it was in a region first; null if it never was.</summary>
    public Instant? FirstArrival { get; private set; }

    /// <summary>When its visit was over; null if it is not.</summary>
    public Instant? OverAt { get; private set; }

    /// <summary>Called once, when its visit is over.</summary>
    public Action<Bot>? Over { get; set; }

    /// <summary>Logs in.</summary>
    public void Start()
    {
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

    /// <summary>Logs out because its time is over. A bot that has not arrived by then has failed: however long it may wait for an answer, none came.</summary>
    public void LeaveAsPlanned()
    {
        if (FirstArrival is null && !IsOver)
        {
            (Failure, Message) = State == BotState.Entering
                ? (BotFailure.RegionSilent, "the run ended before it arrived: the region had not opened the circuit")
                : (BotFailure.LoginTimeout, "the run ended before it arrived: the login was not done");
        }
        Leave();
    }

    /// <summary>Ends a visit that asking has not ended: it has failed.</summary>
    public void CutOff()
    {
        _session.Dispose();
        Failed(BotFailure.EngineFailed, "it has not logged out in time");
    }

    /// <summary>
    /// Looks whether its region still speaks; so many looks in a row without a word that they make up more than the time allowed end the visit. Looks
    /// count and not the clock: a host that stood still has not read its sockets either.
    /// </summary>
    /// <param name="interval">Between two looks, at least.</param>
    public void Watch(Duration interval)
    {
        Instant? lastReceivedAt = _session.Figures.LastReceivedAt;
        bool waits = State is BotState.Entering or BotState.InRegion && lastReceivedAt == _lastReceivedAt;
        _silent = waits ? _silent + interval : Duration.Zero;
        _lastReceivedAt = lastReceivedAt;
        if (_silent <= _options.SilenceTimeout)
            return;
        (BotFailure failure, string what) = State == BotState.InRegion
            ? (BotFailure.ServerSilent, "nothing has come from the region")
            : (BotFailure.RegionSilent, "the region has not opened the circuit");
        _session.Dispose();
        Failed(failure, $"{what} for {_options.SilenceTimeout}");
    }

    /// <summary>Adds to <see cref="Samples"/>.</summary>
    /// <param name="second">Of the run, from 1.</param>
    public void TakeSample(int second)
    {
        ControllerState state = Controller?.State ?? default;
        _samples.Add(new BotSample(second, State, Controller?.Rate ?? DataRate.Zero, state.WindowBytes, state.ThresholdBytes, _session.Figures.RoundTrip, Counters));
    }

    /// <summary>Ends the visit without a word to the grid, if it is not over.</summary>
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
