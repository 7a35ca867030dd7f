using System.Numerics;
using Mongoose.Client.Login;
using Mongoose.Client.Sessions;
using Mongoose.Client.Viewers;
using Mongoose.Core.Units;
using Mongoose.Runtime.Time;

namespace Mongoose.Tests.Client.Activities;

/// <summary>An avatar that moves as in OpenSim, in a region with a configurable delay and report interval.</summary>
internal sealed class WalkingAvatar : IBotSession
{
    private const float WalkingSpeed = 4.096f, FlyingSpeed = 16.384f;

    private static readonly Duration Heartbeat = Duration.FromMilliseconds(91);

    private readonly IScheduler _scheduler;
    private readonly Duration _delay;
    private readonly Duration _reportInterval;
    private readonly RegionSize _size;
    private float _heading;
    private AgentControls _controls;
    private Instant _reportedAt;

    /// <param name="scheduler">The clock.</param>
    /// <param name="start">The initial position.</param>
    /// <param name="delay">The one-way delay.</param>
    /// <param name="reportInterval">The interval between the positions that the region sends while the avatar moves.</param>
    public WalkingAvatar(IScheduler scheduler, Vector3 start, RegionSize size, Duration delay, Duration reportInterval)
    {
        (_scheduler, Position, _size, _delay, _reportInterval) = (scheduler, start, size, delay, reportInterval);
        Report();
        scheduler.At(scheduler.Now + Heartbeat, Move);
    }

    /// <summary>The true position.</summary>
    public Vector3 Position { get; private set; }

    /// <summary>The distance walked, in metres.</summary>
    public double Distance { get; private set; }

    /// <summary>Whether the region still sends positions.</summary>
    public bool IsReported { get; set; } = true;

    public bool IsInside => Position.X > 0 && Position.X < _size.MetresEast && Position.Y > 0 && Position.Y < _size.MetresNorth;

    public AvatarPlace? Place { get; private set; }

    public SessionFigures Figures { get; } = new();

    public void Move(float heading, AgentControls controls) =>
        _scheduler.At(_scheduler.Now + _delay, () => (_heading, _controls) = (heading, controls));

    public void Teleport(Destination destination, Vector3 position) => _scheduler.At(_scheduler.Now + _delay, () =>
    {
        Position = position;
        Report();
    });

    public void Begin()
    {
    }

    public void FetchTextures(bool fetch)
    {
    }

    public void Leave()
    {
    }

    public void Dispose()
    {
    }

    private void Move()
    {
        float speed = _controls.HasFlag(AgentControls.Fly) ? FlyingSpeed : WalkingSpeed;
        Vector3 step = Vector3.Zero;
        if (_controls.HasFlag(AgentControls.Forward))
            step += new Vector3(MathF.Cos(_heading), MathF.Sin(_heading), 0);
        if (_controls.HasFlag(AgentControls.Up))
            step += Vector3.UnitZ;
        step *= speed * (float)Heartbeat.Seconds;
        Position += step;
        Distance += step.Length();
        if (_scheduler.Now - _reportedAt >= _reportInterval)
            Report();
        _scheduler.At(_scheduler.Now + Heartbeat, Move);
    }

    private void Report()
    {
        _reportedAt = _scheduler.Now;
        if (!IsReported)
            return;
        Vector3 position = Position;
        Instant arrives = _scheduler.Now + _delay;
        _scheduler.At(arrives, () => Place = new AvatarPlace(new AvatarPosition(position, Vector3.Zero, arrives, RegionHandle: 0), _size));
    }
}
