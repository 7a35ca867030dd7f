using Mongoose.Core.Paths;
using Mongoose.Core.RateControl.PathControl;
using Mongoose.Core.Units;
using ForAllAttribute = FsCheck.NUnit.PropertyAttribute;

namespace Mongoose.Tests.Core.RateControl.PathControl;

/// <summary>Invariants for any acks, requested rates and clock.</summary>
public sealed class PathControllerProperties
{
    [ForAll(MaxTest = 200, Replay = "20261122,19")]
    public void The_rate_is_at_most_the_requested_rate_and_at_least_half_of_the_minimum_if_requested(int seed)
    {
        Random random = new(seed);
        PathControlOptions options = new()
        {
            MaxDelay = Duration.FromMilliseconds(20 + random.Next(480)),
            MinRate = DataRate.FromKilobitsPerSecond(50 + random.Next(5000)),
        };
        Instant now = Instant.FromSeconds(random.Next(-10, 1000));
        PathController controller = new(options, now);
        RoundTrips path = default;
        DataRate asked = DataRate.MaxValue;
        controller.SetAsked(asked);
        uint sent = (uint)random.NextInt64(uint.MaxValue);
        for (int step = 0; step < 2000; step++)
        {
            now += Duration.FromSeconds(random.Next(200) switch
            {
                0 => -1e6 * random.NextDouble(),
                1 => -random.NextDouble(),
                2 => 1e5 * random.NextDouble(),
                3 => 5 * random.NextDouble(),
                _ => 0.05 * random.NextDouble() * random.NextDouble(),
            });
            switch (random.Next(20))
            {
                case 0:
                    asked = DataRate.FromKilobitsPerSecond(random.Next(8) switch { 0 => 0, 1 => 1e9, _ => random.Next(10_000) });
                    controller.SetAsked(asked);
                    break;
                case < 5:
                    controller.Tick(random.Next(3) > 0, now);
                    break;
                case < 9:
                    controller.Sent(++sent);
                    break;
                default:
                    Ack();
                    break;
            }
            Assert.That(controller.Rate, Is.InRange(DataRate.Min(options.MinRate * 0.5, asked), asked), $"step {step}");
            Assert.That(controller.Window, Is.InRange(2 * PathController.SegmentBytes, 1e15), $"step {step}");
        }

        void Ack()
        {
            if (random.Next(50) > 0)
                path.Add(AnyRoundTrip(random), now);
            uint? lost = random.Next(20) == 0 ? sent - (uint)random.Next(100) : null;
            controller.Acked(new AckReport(now, 1 + random.Next(random.Next(20) == 0 ? 10_000_000 : 3000), lost), path);
        }
    }

    private static Duration AnyRoundTrip(Random random) => random.Next(100) switch
    {
        0 => Duration.Zero,
        1 => Duration.MaxValue,
        2 => new Duration(-1),
        < 50 => Duration.FromMilliseconds(100 + 10 * random.NextDouble()),
        _ => Duration.FromMilliseconds(400 * random.NextDouble()),
    };
}
