using Mongoose.Core.Units;
using Mongoose.Testbed.Region.Options;
using Mongoose.Testbed.Region.Outbound;

namespace Mongoose.Tests.Testbed.Region;

/// <summary>
/// The reference: the rates that a real OpenSimulator 0.9.3.1 sent to a LibreMetaverse client that only downloaded textures, 16 at a time.
/// </summary>
public sealed class StockOutboundTests
{
    [TestCase(1.5, 0.5, 0.450)]
    [TestCase(5.12, 0.5, 1.089)]
    [TestCase(8, 0.5, 2.13)]
    [TestCase(8, 200, 2.05)]
    public void Texture_downloads_get_the_rate_of_the_real_region(double circuitMbps, double rttMs, double measuredMbps)
    {
        LoggedVisit visit = Run(circuitMbps, rttMs);
        Assert.That(visit.Received(5, 20).MegabitsPerSecond, Is.EqualTo(measuredMbps).Within(10).Percent);
    }

    [Test]
    public void It_spins_most_of_the_time_on_a_long_path_but_not_on_a_short_path()
    {
        LoggedVisit near = Run(8, 0.5), far = Run(8, 200);
        near.Region.Dispose();
        far.Region.Dispose();

        Assert.That(near.Region.Totals.Stalls, Is.Zero);
        // Stalled passes follow each other without sleep. The real thread used 74 % of a core, including other passes.
        double spinning = ((StockOutbound)far.Region.Outbound).StalledPasses * StockOutbound.PassTime.Seconds / far.Clock.Now.Seconds;
        Assert.That(spinning, Is.GreaterThan(0.67));
    }

    private static LoggedVisit Run(double circuitMbps, double rttMs)
    {
        LoggedVisit visit = new(LoggedVisit.TexturesOnly(OutboundNames.Stock, DataRate.FromMegabitsPerSecond(circuitMbps), rttMs));
        visit.Clock.RunUntil(Instant.FromSeconds(20));
        return visit;
    }
}
