using Mongoose.Core.Units;
using Mongoose.Network.Clamping;
using Mongoose.Network.Clamping.Options;
using Mongoose.Network.Numerics;
using ForAllAttribute = FsCheck.NUnit.PropertyAttribute;

namespace Mongoose.Tests.Network.Clamping;

/// <summary>
/// Whatever ends and networks do: a window is only lowered; no right edge that a sender has been promised is taken back (by a unit of the
/// window scale at most, where that is larger than a segment); no window is lowered below the floor; a connection whose opening was not
/// seen is not touched.
/// </summary>
public sealed class WindowClampProperties
{
    [ForAll(MaxTest = 200, Replay = "20261123,7")]
    public void Windows_keep_their_promises(int seed)
    {
        SeededRandom random = new(seed);
        ClampOptions options = new()
        {
            Rate = DataRate.FromKilobitsPerSecond(100 + random.Next(20_000)),
            Formula = (WindowFormula)random.Next(3),
            Sharing = (ClampSharing)random.Next(2),
            Queue = (ClampedQueue)random.Next(2),
            Auto = random.Chance(0.3),
            MaxFlows = 1 + random.Next(20),
        };
        Run(options, random, connections: 1 + random.Next(15), steps: 5000,
            meanStep: Duration.FromMilliseconds(0.1 + 5 * random.NextDouble()));
    }

    [Test]
    public void Ten_million_packets_of_many_connections_keep_them_too()
    {
        ClampOptions options = new() { Rate = DataRate.FromMegabitsPerSecond(100), MaxFlows = 300 };
        (long packets, long lowered) =
            Run(options, new SeededRandom(1), connections: 310, steps: 10_000_000, meanStep: Duration.FromMicroseconds(50));
        Assert.That(packets, Is.GreaterThan(9_000_000));
        Assert.That(lowered, Is.GreaterThan(packets / 10), "the run is about windows that are lowered");
    }

    private static (long Packets, long Lowered) Run(
        ClampOptions options, SeededRandom random, int connections, int steps, Duration meanStep)
    {
        WindowClamp clamp = new(options);
        ModelConnection[] models = Enumerable.Range(1, connections).Select(port => new ModelConnection(clamp, random, port)).ToArray();
        Instant now = Instant.FromSeconds(1);
        for (int i = 0; i < steps; i++)
        {
            now += meanStep * (2 * random.NextDouble());
            if (models[random.Next(connections)].Step(now) is { } problem)
                Assert.Fail($"step {i}: {problem}");
        }
        return (models.Sum(model => model.Packets), models.Sum(model => model.Lowered));
    }
}
