using Mongoose.Client.Requests;
using Mongoose.Client.Sessions;
using Mongoose.Core.Sending;
using Mongoose.Core.Units;
using Mongoose.Runtime.CommandLine;
using Mongoose.Runtime.Time;

namespace Mongoose.Client.Bots;

/// <summary>Several bots that log in one after another, stay, and leave together. If one bot fails, the others continue.</summary>
internal sealed class BotRun : IDisposable
{
    private static readonly Duration SampleInterval = Duration.FromSeconds(1), WatchInterval = Duration.FromSeconds(1);

    /// <summary>The first seconds do not count: the runtime compiles the program, whatever the host's load.</summary>
    private static readonly Duration WarmUp = Duration.FromSeconds(5);

    private readonly IScheduler _scheduler;
    private readonly BotRequest _request;
    private readonly Bot[] _bots;
    private readonly LoginRamp _ramp;
    private readonly TimerLateness _lateness;
    private readonly HashSet<string> _notes = [];
    private Instant? _end;
    private int _seconds;
    private int _botSeconds;
    private bool _isLeaving;
    private bool _disposed;

    /// <summary>Nothing happens before <see cref="Begin"/>. All calls are made on the scheduler's thread.</summary>
    public BotRun(IScheduler scheduler, IEngine engine, BotRequest request)
    {
        _scheduler = scheduler;
        _request = request;
        _bots = Enumerable.Range(0, request.OwnCount)
            .Select(i => new Bot(scheduler, engine, request.PlanOf(i), request, request.SeedOf(i))
            {
                Over = BotIsOver,
                StateChanged = OnStateChanged,
                Noted = OnNoted,
            })
            .ToArray();
        _ramp = new LoginRamp(scheduler, _bots, request.LoginDelay, request.Shard)
        {
            AllStarted = () => scheduler.At(scheduler.Now + request.ArrivalTimeout, PlanEnd),
        };
        _lateness = new TimerLateness(scheduler);
    }

    public IReadOnlyList<Bot> Bots => _bots;

    /// <summary>Whether the bots fetch the textures and meshes of their scene by HTTP.</summary>
    public bool FetchesByHttp => _request.Http;

    /// <summary>When the run began.</summary>
    public Instant Began { get; private set; }

    /// <summary>When the run began by the host's clock, for comparison with a grid's logs.</summary>
    public DateTimeOffset StartedAt { get; private set; }

    /// <summary>
    /// The resources that this process has used since the run began, in real time even if the scheduler's clock is simulated.
    /// </summary>
    public ProcessUse Process { get; private set; } = new();

    /// <summary>
    /// How late timers fired on the bots' thread during the run, without its first seconds; round trips include this lateness.
    /// </summary>
    public DelayHistogram TimerLateness => _lateness.Delays;

    /// <summary>When the run is planned to end; an estimate until every bot has arrived or failed.</summary>
    public Instant PlannedEnd => _end ?? Instant.Max(Began + _request.PlannedLength, _scheduler.Now + _request.Length);

    /// <summary>Whether every bot's visit is over.</summary>
    public bool IsOver => Array.TrueForAll(_bots, bot => bot.IsOver);

    /// <summary>Called when every bot's visit is over.</summary>
    public Action? Ended { get; set; }

    /// <summary>Called with each bot that fails.</summary>
    public Action<Bot>? BotFailed { get; set; }

    /// <summary>Called once with each thing that the user should know, however many bots say so.</summary>
    public Action<string>? Noted { get; set; }

    /// <summary>Called after each second.</summary>
    public Action? Sampled { get; set; }

    /// <summary>Starts the first bot; the others follow in turn.</summary>
    public void Begin()
    {
        Process = new ProcessUse();
        StartedAt = DateTimeOffset.UtcNow;
        Began = _scheduler.Now;
        _ramp.Begin();
        _scheduler.At(Began + WarmUp, _lateness.Begin);
        _scheduler.At(Began + WatchInterval, Watch);
        _scheduler.At(Began + SampleInterval, Sample);
    }

    /// <summary>Makes every bot leave before the planned end. Bots that have not arrived yet do not count as failed.</summary>
    public void Leave() => Leave(static bot => bot.Leave());

    /// <summary>Ends the visits of bots that have not left yet; these bots have failed.</summary>
    /// <param name="reason">The failure as a message for the user.</param>
    public void CutOff(string reason)
    {
        foreach (Bot bot in _bots)
            bot.CutOff(reason);
    }

    public void Dispose()
    {
        _disposed = true;
        _ramp.Stop();
        _lateness.Stop();
        foreach (Bot bot in _bots)
            bot.Dispose();
    }

    private void Leave(Action<Bot> leave)
    {
        if (_isLeaving || _disposed)
            return;
        _isLeaving = true;
        _ramp.Stop();
        foreach (Bot bot in _bots)
            leave(bot);
    }

    private void OnStateChanged(Bot bot)
    {
        _ramp.OnStateChanged(bot);
        if (_end is null && Array.TrueForAll(_bots, bot => bot.FirstArrival is not null || bot.IsOver))
            PlanEnd();
    }

    private void PlanEnd()
    {
        if (_end is not null)
            return;
        // The shards leave together, although the last bot of the run may be in another one.
        _end = Instant.Max(_scheduler.Now, Began + _request.RampLength) + _request.Length;
        _scheduler.At(_end.Value, () => Leave(static bot => bot.LeaveAsPlanned()));
    }

    private void Watch()
    {
        if (_isLeaving || _disposed || IsOver)
            return;
        foreach (Bot bot in _bots)
            bot.Watch(WatchInterval);
        // From now, not from the planned time: missed ticks are not made up, and between two ticks the sockets are read.
        _scheduler.At(_scheduler.Now + WatchInterval, Watch);
    }

    private void Sample()
    {
        if (_isLeaving || _disposed || IsOver)
            return;
        int started = _bots.Count(HasStarted);
        if (_botSeconds + started > _request.MaxBotSeconds)
        {
            Leave(static bot => bot.LeaveAsPlanned());
            return;
        }
        _botSeconds += started;
        _seconds++;
        foreach (Bot bot in _bots.Where(HasStarted))
            bot.TakeSample(_seconds);
        Sampled?.Invoke();
        _scheduler.At(Began + SampleInterval * (_seconds + 1), Sample);
    }

    private static bool HasStarted(Bot bot) => bot.State != BotState.Waiting;

    private void OnNoted(string note)
    {
        if (_notes.Add(note))
            Noted?.Invoke(note);
    }

    private void BotIsOver(Bot bot)
    {
        if (bot.State == BotState.Failed)
            BotFailed?.Invoke(bot);
        if (!IsOver)
            return;
        _lateness.Stop();
        Ended?.Invoke();
    }
}
