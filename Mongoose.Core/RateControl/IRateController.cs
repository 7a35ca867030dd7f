using Mongoose.Core.Units;

namespace Mongoose.Core.RateControl;

/// <summary>
/// Decides which rate a viewer asks a region for. Callers report events in order of time. The methods read no clock, send nothing and
/// allocate nothing. The rate does not change between events.
/// </summary>
public interface IRateController
{
    /// <summary>The name that <see cref="RateControllers.Create"/> knows the controller by.</summary>
    string Name { get; }

    /// <summary>The rate to ask for, within the limits of <see cref="RateControlOptions"/>.</summary>
    DataRate Rate { get; }

    ControllerState State { get; }

    /// <summary>When <see cref="OnTick"/> is next due; <see cref="Instant.Never"/> for controllers that respond only to events.</summary>
    Instant NextTick => Instant.Never;

    void OnPacket(in PacketEvent packet);

    void OnPing(in PingEvent ping);

    /// <summary>
    /// Advances the time. May be called at any time; calls before <see cref="NextTick"/> change nothing. A controller that implements this
    /// method also implements <see cref="NextTick"/>.
    /// </summary>
    void OnTick(Instant now)
    {
    }

    /// <summary>
    /// Reports that the viewer is now in another region, on a new circuit and perhaps on another path. The controller keeps the rate and
    /// discards measurements of the old path.
    /// </summary>
    void OnNewCircuit(Instant now);
}
