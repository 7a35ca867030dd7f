using System.Numerics;
using Mongoose.Client.Sessions;
using Mongoose.Client.Viewers;
using Mongoose.Core.Units;

namespace Mongoose.Client.Activities;

/// <summary>
/// Keeps an avatar inside its region. The avatar may be anywhere that its speed allows since the region last sent its position: if it may
/// have reached the edge, it turns towards the middle. If the region sends no position for too long, the avatar stands and turns, because a
/// region answers rotations with a position.
/// </summary>
internal sealed class Steering
{
    /// <summary>How long an avatar moves without a position from the region; OpenSim sends a position at least every 5 m.</summary>
    public static readonly Duration MaxUnknown = Duration.FromSeconds(3);

    /// <summary>
    /// A round trip plus a region's time to turn an avatar: OpenSim computes movement 11 times per second, less often under load.
    /// </summary>
    private static readonly Duration Reaction = Duration.FromSeconds(2);

    /// <summary>In m/s; OpenSim's speeds are 4.1 and 16.4, unless a script has changed them.</summary>
    private const float WalkingSpeed = 4.2f, FlyingSpeed = 16.8f, MaxSpeed = 64;

    /// <summary>The distance kept from an edge at any speed, in metres.</summary>
    private const float Margin = 16;

    /// <summary>
    /// In metres. Above this height an avatar does not rise: otherwise it would start there at its next visit, and rise again.
    /// </summary>
    private const float Ceiling = 200;

    /// <summary>Radians between two updates of an avatar that waits for a position; regions send rotations of 0.02 or more.</summary>
    private const float TurnAbout = 0.3f;

    private Instant _reportedAt;
    private Instant _steeredAt;
    private Instant? _stalledAt;
    private Duration _unknown;
    private bool _moves;

    /// <summary>The longest time that the avatar waited for a position.</summary>
    public Duration MaxStall { get; private set; }

    /// <summary>The avatar has arrived in a region: earlier positions and stalls do not count.</summary>
    public void Restart(Instant now) => (_steeredAt, _stalledAt, _unknown, _moves) = (now, null, Duration.Zero, false);

    /// <summary>Changes heading and controls so that the avatar stays in its region; call it before every update that is sent.</summary>
    /// <param name="place">The avatar's position; null if it is unknown: the avatar does not move.</param>
    /// <param name="heading">Radians from east.</param>
    /// <param name="controls">The controls that the activity presses.</param>
    public (float Heading, AgentControls Controls) Steer(Instant now, AvatarPlace? place, float heading, AgentControls controls)
    {
        Age(now, place);
        bool wantsToMove = (controls & (AgentControls.Forward | AgentControls.Up)) != 0;
        bool isStalled = wantsToMove && (place is null || _unknown >= MaxUnknown);
        CountStall(now, isStalled);
        (float, AgentControls) steered = isStalled ? (heading + TurnAbout, controls & AgentControls.Fly)
            : wantsToMove ? KeepInside(place!.Value, heading, controls)
            : (heading, controls);
        _moves = wantsToMove && !isStalled;
        return steered;
    }

    private void Age(Instant now, AvatarPlace? place)
    {
        if (place is { } known && known.Position.At != _reportedAt)
            (_reportedAt, _unknown) = (known.Position.At, now - known.Position.At);
        else if (_moves)
            _unknown += now - _steeredAt;
        _steeredAt = now;
    }

    private void CountStall(Instant now, bool isStalled)
    {
        _stalledAt = isStalled ? _stalledAt ?? now : null;
        if (_stalledAt is { } since)
            MaxStall = Duration.Max(MaxStall, now - since);
    }

    private (float Heading, AgentControls Controls) KeepInside(in AvatarPlace place, float heading, AgentControls controls)
    {
        Vector3 position = place.Position.Metres;
        if (position.Z > Ceiling)
            controls &= ~AgentControls.Up;
        Vector2 ground = new(position.X, position.Y), middle = new Vector2(place.Region.MetresEast, place.Region.MetresNorth) / 2;
        float usual = (controls & AgentControls.Fly) != 0 ? FlyingSpeed : WalkingSpeed;
        float speed = Math.Clamp(new Vector2(place.Position.Velocity.X, place.Position.Velocity.Y).Length(), usual, MaxSpeed);
        float distance = Margin + speed * (float)(Reaction + _unknown).Seconds;
        Vector2 fromMiddle = Vector2.Abs(ground - middle);
        bool isNearEdge = fromMiddle.X > middle.X - distance || fromMiddle.Y > middle.Y - distance;
        return (isNearEdge ? MathF.Atan2(middle.Y - ground.Y, middle.X - ground.X) : heading, controls);
    }
}
