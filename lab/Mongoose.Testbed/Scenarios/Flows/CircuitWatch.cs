using Mongoose.Core.Units;
using Mongoose.Testbed.Scenarios.Places;

namespace Mongoose.Testbed.Scenarios.Flows;

/// <summary>The part of a circuit that other flows may see. Belongs to the thread of the viewers' site.</summary>
internal sealed class CircuitWatch
{
    /// <summary>Called with the age of every update of an avatar that reaches the viewer.</summary>
    public Action<Duration>? UpdateArrived { get; set; }

    /// <summary>Reads how many packets of the circuit the viewer has found missing so far.</summary>
    public Func<long> Missing { get; set; } = () => 0;

    /// <summary>The watch of a circuit; the circuit itself may not exist yet.</summary>
    /// <param name="member">The circuit's number in the group, from 1.</param>
    public static CircuitWatch Of(Place place, string group, int member) =>
        place.Shared((typeof(CircuitWatch), group, member), () => new CircuitWatch());
}
