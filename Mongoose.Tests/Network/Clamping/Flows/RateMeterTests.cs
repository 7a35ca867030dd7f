using Mongoose.Core.Units;
using Mongoose.Network.Clamping.Flows;

namespace Mongoose.Tests.Network.Clamping.Flows;

public sealed class RateMeterTests
{
    [Test]
    public void The_first_bin_gives_a_rate_and_later_bins_smooth_it()
    {
        RateMeter meter = default;
        meter.Add(20_000, At(1000));
        Assert.That(meter.Read(At(1199)), Is.EqualTo(DataRate.Zero));
        Assert.That(meter.Read(At(1200)).KilobitsPerSecond, Is.EqualTo(800));
        meter.Add(40_000, At(1300));
        Assert.That(meter.Read(At(1400)).KilobitsPerSecond, Is.EqualTo(800 + 0.3 * 800).Within(0.001));
    }

    [Test]
    public void Bins_without_packets_count()
    {
        RateMeter meter = default;
        meter.Add(20_000, At(0));
        Assert.That(meter.Read(At(600)).KilobitsPerSecond, Is.EqualTo(800 * 0.7 * 0.7).Within(0.001));
        Assert.That(meter.Read(At(1e12)), Is.EqualTo(DataRate.Zero));
        meter.Add(20_000, At(1e12 + 100));
        Assert.That(meter.Read(At(1e12 + 200)).KilobitsPerSecond, Is.EqualTo(240).Within(0.001));
    }

    [Test]
    public void A_steady_flow_has_its_rate()
    {
        RateMeter meter = default;
        for (int i = 0; i < 10_000; i++)
            meter.Add(1500, At(i * 2.4));
        Assert.That(meter.Read(At(24_000)).MegabitsPerSecond, Is.EqualTo(5).Within(0.05));
    }

    private static Instant At(double milliseconds) => Instant.FromMilliseconds(milliseconds);
}
