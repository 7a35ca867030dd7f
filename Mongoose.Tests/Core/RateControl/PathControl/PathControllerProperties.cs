using Mongoose.Core.RateControl.PathControl;
using Mongoose.Core.Units;
using ForAllAttribute = FsCheck.NUnit.PropertyAttribute;

namespace Mongoose.Tests.Core.RateControl.PathControl;

/// <summary>Invariants for any acks, requested rates and clock.</summary>
public sealed class PathControllerProperties
{
    /// <summary>A packet every few seconds: the rate from which a circuit can always recover.</summary>
    private static readonly DataRate Lowest = DataRate.FromKilobitsPerSecond(8);

    [ForAll(MaxTest = 200, Replay = "20261122,19")]
    public void The_rate_is_at_most_the_requested_rate_and_never_so_low_that_the_circuit_is_stuck(int seed)
    {
        Random random = new(seed);
        PathControlOptions options = new()
        {
            MaxDelay = Duration.FromMilliseconds(random.Next(4) switch { 0 => 20, 1 => 500, _ => random.Next(20, 500) }),
            MinRate = DataRate.FromKilobitsPerSecond(random.Next(4) switch { 0 => 50, 1 => 5000, _ => random.Next(50, 5000) }),
        };
        Instant now = Instant.FromSeconds(random.Next(-10, 1000));
        PathController controller = new(options, now);
        DataRate asked = DataRate.MaxValue;
        controller.SetAllowed(asked);
        for (int step = 0; step < 2000; step++)
        {
            now += AnyStep(random);
            switch (random.Next(20))
            {
                case 0:
                    asked = DataRate.FromKilobitsPerSecond(random.Next(8) switch { 0 => 0, 1 => 1e9, _ => random.Next(10_000) });
                    controller.SetAllowed(asked);
                    break;
                case < 5:
                    controller.Tick(random.Next(3) > 0, now);
                    break;
                case < 9:
                    controller.NoteUse(now);
                    break;
                default:
                    controller.Acked(AnyReport(random, now));
                    break;
            }
            Assert.That(controller.Rate, Is.InRange(DataRate.Min(Lowest, asked), asked), $"step {step}");
            Assert.That(controller.WindowAt(controller.Rate), Is.InRange(2 * PathController.SegmentBytes, 1e21), $"step {step}");
            Assert.That(controller.Queueing, Is.GreaterThanOrEqualTo(Duration.Zero), $"step {step}");
        }
    }

    private static Duration AnyStep(Random random) => Duration.FromSeconds(random.Next(200) switch
    {
        0 => -1e6 * random.NextDouble(),
        1 => -random.NextDouble(),
        2 => 1e5 * random.NextDouble(),
        3 => 5 * random.NextDouble(),
        _ => 0.05 * random.NextDouble() * random.NextDouble(),
    });

    private static AckReport AnyReport(Random random, Instant now)
    {
        int packets = 1 + random.Next(random.Next(20) == 0 ? int.MaxValue / 2 : 30);
        return new AckReport
        {
            At = now + (random.Next(50) == 0 ? Duration.FromSeconds(1e5 * (random.NextDouble() - 0.5)) : Duration.Zero),
            Packets = packets,
            Bytes = random.Next(50) == 0 ? long.MaxValue / 4 : packets * 1000L,
            RoundTrip = random.Next(10) == 0 ? null : AnyRoundTrip(random),
            NewestSent = random.Next(10) == 0 ? null : now - AnyRoundTrip(random),
            Delivered = random.Next(20) switch { 0 => null, 1 => 1e15, 2 => 1e-9, _ => 1e6 * random.NextDouble() },
            LostPackets = random.Next(20) == 0 ? random.Next(random.Next(5) == 0 ? int.MaxValue / 2 : 100) : 0,
            NewestLostSent = now - AnyRoundTrip(random),
            Spurious = random.Next(20) == 0 ? random.Next(100) : 0,
        };
    }

    private static Duration AnyRoundTrip(Random random) => random.Next(100) switch
    {
        0 => new Duration(1),
        1 => Duration.MaxValue,
        < 50 => Duration.FromMilliseconds(100 + 10 * random.NextDouble()),
        _ => Duration.FromMilliseconds(0.001 + 400 * random.NextDouble()),
    };
}
