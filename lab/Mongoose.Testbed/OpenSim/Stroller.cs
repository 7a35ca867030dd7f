using Mongoose.Client.Viewers;
using Mongoose.Core.Units;
using Mongoose.Network.Numerics;
using Mongoose.Runtime.Time;

namespace Mongoose.Testbed.OpenSim;

/// <summary>
/// An avatar that walks and stands alternately, for exponentially distributed times. It walks in small circles: an avatar that turns has a
/// new state in every frame of its region, and does not leave the region. All calls are on the scheduler's thread.
/// </summary>
internal sealed class Stroller
{
    private const float RadiansPerSecond = 1.2f;

    /// <summary>Shorter than a frame of the region, so that each frame finds a new heading.</summary>
    private static readonly Duration TurnInterval = Duration.FromMilliseconds(50);

    private readonly IScheduler _scheduler;
    private readonly Viewer _viewer;
    private readonly SeededRandom _random;
    private readonly Duration _meanTime;
    private readonly Alarm _alarm;
    private Instant _walksUntil;
    private float _heading;

    /// <param name="viewer">The avatar's viewer, which must not walk on its own.</param>
    /// <param name="random">Determines the times.</param>
    /// <param name="meanTime">Mean time for which it walks, and for which it stands.</param>
    public Stroller(IScheduler scheduler, Viewer viewer, SeededRandom random, Duration meanTime)
    {
        (_scheduler, _viewer, _random, _meanTime) = (scheduler, viewer, random, meanTime);
        _alarm = new Alarm(scheduler, Act);
    }

    /// <summary>Stands at first.</summary>
    public void Start() => Stand();

    /// <summary>Stops for good.</summary>
    public void Stop()
    {
        _alarm.Cancel();
        Send(AgentControls.None);
    }

    private void Act()
    {
        Instant now = _scheduler.Now;
        if (_walksUntil == Instant.Never)
            _walksUntil = now + _random.NextExponential(_meanTime);
        if (now >= _walksUntil)
        {
            Stand();
            return;
        }
        _heading += RadiansPerSecond * (float)TurnInterval.Seconds;
        Send(AgentControls.Forward);
        _alarm.Set(now + TurnInterval);
    }

    private void Stand()
    {
        Send(AgentControls.None);
        _walksUntil = Instant.Never;
        _alarm.Set(_scheduler.Now + _random.NextExponential(_meanTime));
    }

    private void Send(AgentControls controls)
    {
        if (_viewer.State == ViewerState.Connected)
            _viewer.SendAgentUpdate(_heading, controls);
    }
}
