using Mongoose.Core.RateControl.PathControl;
using Mongoose.Core.Units;

namespace Mongoose.Tests.Core.RateControl.PathControl;

public sealed class PathControllerAllocationTests
{
    [Test]
    public void Neither_a_report_nor_a_tick_allocates()
    {
        PathController controller = new(PathControlOptions.Default, Instant.Zero);
        controller.SetAllowed(DataRate.FromKilobitsPerSecond(20_000));
        Instant now = Instant.Zero;
        int count = 0;
        Assert.That(Allocation.FewestBytes(() =>
        {
            for (int i = 0; i < 20_000; i++)
                Report(controller, now += Duration.FromMilliseconds(20), count++);
        }), Is.Zero);
    }

    /// <summary>Queues come and go, and losses come with some of them, so that every part of the controller is used.</summary>
    private static void Report(PathController controller, Instant now, int count)
    {
        controller.NoteUse(now);
        controller.Tick(inFlight: true, now);
        controller.Acked(new AckReport
        {
            At = now,
            Bytes = 5000,
            Packets = 5,
            RoundTrip = Duration.FromMilliseconds(60 + count % 400 / 2),
            NewestSent = now - Duration.FromMilliseconds(60 + count % 400 / 2),
            Delivered = 250_000,
            LostPackets = count % 333 == 0 ? 3 : 0,
            NewestLostSent = now,
            Spurious = count % 999 == 5 ? 3 : 0,
        });
    }
}
