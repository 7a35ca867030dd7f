using Mongoose.Client.Activities;
using Mongoose.Client.Sessions;
using Mongoose.Client.Viewers;
using Mongoose.Core.Units;
using Mongoose.Runtime.Time;

namespace Mongoose.Client.Bots;

/// <summary>Makes a session's avatar perform an activity while it is in a region.</summary>
internal sealed class ActPlayer
{
    /// <summary>The interval between updates while the avatar moves, as in viewers, and while it stands.</summary>
    private static readonly Duration MovingInterval = Duration.FromMilliseconds(100), RestingInterval = Duration.FromSeconds(1);

    private readonly IScheduler _scheduler;
    private readonly IBotSession _session;
    private readonly IActivity _activity;
    private readonly Destination? _elsewhere;
    private readonly Alarm _step;
    private readonly Steering _steering = new();
    private Act _act;
    private Instant _actEnds;
    private bool _fetches;
    private bool _isElsewhere;

    public ActPlayer(IScheduler scheduler, IBotSession session, IActivity activity, Destination? elsewhere)
    {
        _scheduler = scheduler;
        _session = session;
        _activity = activity;
        _elsewhere = elsewhere;
        _step = new Alarm(scheduler, Step);
    }

    /// <summary>The region that the login led to.</summary>
    public Destination Home { get; set; }

    /// <summary>The direction in which the avatar looks, in radians from east.</summary>
    public float Heading { get; private set; }

    /// <summary>The longest time that the avatar stood because its region did not send its position.</summary>
    public Duration MaxStall => _steering.MaxStall;

    /// <summary>The avatar has been moved to another region.</summary>
    public void ChangedRegion() => _isElsewhere = !_isElsewhere;

    /// <summary>The avatar is in a region: starts or continues the activity.</summary>
    public void Play()
    {
        _steering.Restart(_scheduler.Now);
        _act = new Act(Duration.Zero);
        _actEnds = _scheduler.Now;
        Step();
    }

    public void Pause() => _step.Cancel();

    private void Step()
    {
        Instant now = _scheduler.Now;
        Duration interval = _act.Controls == AgentControls.None ? RestingInterval : MovingInterval;
        if (now >= _actEnds)
            Change(now);
        else
            Heading += (float)(_act.TurnPerSecond * interval.Seconds);
        (Heading, AgentControls controls) = _steering.Steer(now, _session.Place, Heading, _act.Controls);
        _session.Move(Heading, controls);
        interval = _act.Controls == AgentControls.None ? RestingInterval : MovingInterval;
        _step.Set(Instant.Min(now + interval, Instant.Max(_actEnds, now + MovingInterval)));
    }

    private void Change(Instant now)
    {
        if (_act.TeleportTo is { } position)
            _session.Teleport(_isElsewhere ? Home : _elsewhere ?? Home, position);
        _act = _activity.Next();
        _actEnds = now + _act.Length;
        Heading = _act.Heading ?? Heading;
        if (_fetches != _act.FetchesTextures)
            _session.FetchTextures(_fetches = _act.FetchesTextures);
    }
}
