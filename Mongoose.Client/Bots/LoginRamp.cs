using Mongoose.Core.Units;
using Mongoose.Runtime.CommandLine;
using Mongoose.Runtime.Time;

namespace Mongoose.Client.Bots;

/// <summary>
/// Logs bots in one after another: over all shards at regular intervals, but in each shard not before the login service has answered the
/// previous bot or <see cref="MaxWait"/> has passed. OpenSimulator on SQLite refuses some of several simultaneous logins. After a slow
/// answer the interval stays the same: a shard that made up for the delay would overload the service again.
/// </summary>
internal sealed class LoginRamp
{
    /// <summary>
    /// The maximum wait for one answer: after it the next bot logs in, so that a login service that hangs does not block all bots.
    /// </summary>
    public static readonly Duration MaxWait = Duration.FromSeconds(5);

    private readonly IScheduler _scheduler;
    private readonly IReadOnlyList<Bot> _bots;
    private readonly Duration _first, _interval;
    private readonly Alarm _alarm;
    private Instant _nextAt;
    private int _next;

    /// <param name="scheduler">Provides the clock.</param>
    /// <param name="bots">The bots, in login order.</param>
    /// <param name="delay">The time from one login to the next, over all shards.</param>
    /// <param name="shard">The bots' place among those of all shards.</param>
    public LoginRamp(IScheduler scheduler, IReadOnlyList<Bot> bots, Duration delay, Shard shard)
    {
        _scheduler = scheduler;
        _bots = bots;
        (_first, _interval) = (delay * shard.Index, delay * shard.Count);
        _alarm = new Alarm(scheduler, StartNext);
    }

    /// <summary>Called when the last bot has begun to log in.</summary>
    public Action? AllStarted { get; set; }

    public void Begin() => _alarm.Set(_scheduler.Now + _first);

    public void Stop() => _alarm.Cancel();

    /// <summary>A bot's state has changed.</summary>
    public void OnStateChanged(Bot bot)
    {
        if (_next > 0 && _next < _bots.Count && bot == _bots[_next - 1] && bot.State != BotState.LoggingIn)
            _alarm.SetNoLaterThan(Instant.Max(_nextAt, _scheduler.Now));
    }

    private void StartNext()
    {
        Bot bot = _bots[_next++];
        _nextAt = _scheduler.Now + _interval;
        if (_next < _bots.Count)
            _alarm.Set(Instant.Max(_nextAt, _scheduler.Now + MaxWait));
        if (bot.State == BotState.Waiting)
            bot.Start();
        else
            OnStateChanged(bot);
        if (_next == _bots.Count)
            AllStarted?.Invoke();
    }
}
