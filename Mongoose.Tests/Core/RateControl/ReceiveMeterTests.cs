using Mongoose.Core.RateControl;
using Mongoose.Core.Units;

namespace Mongoose.Tests.Core.RateControl;

public sealed class ReceiveMeterTests
{
    private static Instant At(double seconds) => Instant.FromSeconds(seconds);

    /// <summary>A steady stream from second 1 on: 1000 bytes every 10 ms, the last packet 10 ms before <paramref name="until"/>.</summary>
    private static ReceiveMeter Steady(double until)
    {
        ReceiveMeter meter = default;
        for (int i = 0; 1 + i * 0.01 < until - 0.005; i++)
            meter.Add(1000, At(1 + i * 0.01));
        return meter;
    }

    [Test]
    public void There_is_no_rate_before_a_quarter_of_a_second()
    {
        ReceiveMeter meter = Steady(1.25);
        Assert.That(meter.HasRate, Is.False);
        meter.Advance(At(1.25));
        Assert.That((meter.HasRate, meter.BytesPerSecond), Is.EqualTo((true, 100_000L)));
    }

    [Test]
    public void A_steady_stream_is_measured_at_its_rate() => Assert.That(Steady(20).BytesPerSecond, Is.EqualTo(100_000));

    [Test]
    public void A_burst_counts_as_if_it_took_a_second_and_is_remembered_for_about_three()
    {
        ReceiveMeter meter = Steady(10);
        meter.Add(50_000, At(10));
        meter.Advance(At(10.25));
        Assert.That(meter.BytesPerSecond, Is.EqualTo(50_000 + 75_000));
        meter.Advance(At(12.25));
        Assert.That(meter.BytesPerSecond, Is.EqualTo(50_000 + 75_000));
        meter.Advance(At(13.25));
        Assert.That(meter.BytesPerSecond, Is.Zero);
    }

    [Test]
    public void After_a_long_silence_the_rate_is_zero()
    {
        ReceiveMeter meter = Steady(5);
        meter.Advance(At(1e9));
        Assert.That(meter.BytesPerSecond, Is.Zero);
        meter.Add(1000, At(1e9));
        meter.Advance(At(1e9 + 0.25));
        Assert.That(meter.BytesPerSecond, Is.EqualTo(1000));
    }
}
