using Mongoose.Core.Units;
using Mongoose.Network.Clamping;
using Mongoose.Network.Clamping.Options;

namespace Mongoose.Tests.Network.Clamping;

public sealed class WindowClampAllocationTests
{
    private const int Flows = 1000, Turns = 20_000;

    // A second per run, on a line of 240 Mbit/s: 20 divisions of the capacity, and each flow sends 20 segments.
    [Test]
    public void Packets_of_1000_established_flows_allocate_nothing([Values] bool auto, [Values] ClampedQueue queue)
    {
        WindowClamp clamp = new(new ClampOptions { Rate = DataRate.FromMegabitsPerSecond(240), Auto = auto, Queue = queue });
        EstablishedFlows flows = new(clamp, Flows);
        Assert.That(Allocation.FewestBytes(() => flows.Run(Turns, Duration.FromMicroseconds(50))), Is.Zero);
        Assert.That(clamp.Read(flows.Now).Flows.Count(flow => flow.IsActive), Is.EqualTo(Flows));
        Assert.That(flows.Lowered, Is.GreaterThan(Turns), "the windows are lowered");
    }
}
