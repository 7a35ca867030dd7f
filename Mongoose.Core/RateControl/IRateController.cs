using Mongoose.Core.Units;

namespace Mongoose.Core.RateControl;

/// <summary>
/// Decides which rate a viewer asks a region for. Events come in the order of time; none of the methods reads a clock, sends anything or
/// allocates. Between events the rate does not change.
/// </summary>
public interface IRateController
{
    /// <summary>The name by which <see cref="RateControllers.Create"/> makes it.</summary>
    string Name { get; }

    /// <summary>The rate to ask for, within the limits of <see cref="RateControlOptions"/>.</summary>
    DataRate Rate { get; }

    ControllerState State { get; }

    /// <summary>When <see cref="OnTick"/> is next due; <see cref="Instant.Never"/> for controllers that act on events alone.</summary>
    Instant NextTick { get; }

    void OnPacket(in PacketEvent packet);

    void OnPing(in PingEvent ping);

    /// <summary>Time has passed. May be called at any time; calls before <see cref="NextTick"/> change nothing.</summary>
    void OnTick(Instant now);

    /// <summary>
    /// The viewer is now in another region, on a new circuit and perhaps another path: the rate is kept, what was measured on the old path
    /// is not.
    /// </summary>
    void OnNewCircuit(Instant now);
}
