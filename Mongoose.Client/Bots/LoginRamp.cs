using Mongoose.Core.Units;
using Mongoose.Runtime.CommandLine;
using Mongoose.Runtime.Time;

namespace Mongoose.Client.Bots;

/// <summary>
/// Logs bots in one after another: the bots of all shards at regular intervals, and none before the login service has answered the shard's previous bot.
/// OpenSimulator on SQLite refuses some of several simultaneous logins.
/// </summary>
internal sealed class LoginRamp
{
    /// <summary>The maximum wait for one answer: after it the next bot logs in, so that a login service that hangs does not block all bots.</summary>
    public static readonly Duration MaxWait = Duration.FromSeconds(5);

    private readonly IScheduler _scheduler;
    private readonly IReadOnlyList<Bot> _bots;
    private readonly Duration _delay;
    private readonly Shard _shard;
    private readonly Alarm _alarm;
    private Instant _began;
    private int _next;

    /// <param name="scheduler">Provides the clock.</param>
    /// <param name="bots">The bots, in login order.</param>
    /// <param name="delay">The time from one login to the next, over all shards.</param>
    /// <param name="shard">The bots' place among those of all shards.</param>
    public LoginRamp(IScheduler scheduler, IReadOnlyList<Bot> bots, Duration delay, Shard shard)
    {
        _scheduler = scheduler;
        _bots = bots;
        _delay = delay;
        _shard = shard;
        _alarm = new Alarm(scheduler, StartNext);
    }

    /// <summary>Called when the last bot has begun to log in.</summary>
    public Action? AllStarted { get; set; }

    public void Begin()
    {
        _began = _scheduler.Now;
        _alarm.Set(TurnOf(0));
    }

    public void Stop() => _alarm.Cancel();

    /// <summary>A bot's state has changed.</summary>
    public void OnStateChanged(Bot bot)
    {
        if (_next > 0 && _next < _bots.Count && bot == _bots[_next - 1] && bot.State != BotState.LoggingIn)
            _alarm.SetNoLaterThan(Instant.Max(TurnOf(_next), _scheduler.Now));
    }

    /// <summary>When a bot may log in if all logins before it, on all machines, are answered immediately.</summary>
    private Instant TurnOf(int bot) => _began + _delay * _shard.NumberOf(bot);

    private void StartNext()
    {
        Bot bot = _bots[_next++];
        if (_next < _bots.Count)
            _alarm.Set(Instant.Max(TurnOf(_next), _scheduler.Now + MaxWait));
        if (bot.State == BotState.Waiting)
            bot.Start();
        else
            OnStateChanged(bot);
        if (_next == _bots.Count)
            AllStarted?.Invoke();
    }
}
