using Mongoose.Core.Units;
using Mongoose.Voice.Mixing.Monitoring;

namespace Mongoose.Tests.Voice.Mixing.Monitoring;

[Parallelizable(ParallelScope.All)]
[FixtureLifeCycle(LifeCycle.InstancePerTestCase)]
public sealed class RoundTripMeterTests
{
    private RoundTripMeter _meter;
    private Instant _now = Instant.FromSeconds(10);

    [Test]
    public void The_first_sample_is_both()
    {
        Assert.That(_meter.HasSample, Is.False);
        Add(140);
        Assert.That((_meter.HasSample, _meter.Smoothed.Milliseconds, _meter.Congested.Milliseconds), Is.EqualTo((true, 140.0, 140.0)));
    }

    [Test]
    public void A_sample_weighs_an_eighth()
    {
        Add(100);
        Add(180);
        Assert.That(_meter.Smoothed.Milliseconds, Is.EqualTo(110).Within(1e-6));
        Add(30);
        Assert.That(_meter.Smoothed.Milliseconds, Is.EqualTo(100).Within(1e-6));
    }

    [Test]
    public void The_congested_round_trip_rises_at_once_and_is_never_below_the_smoothed_one()
    {
        Random random = new(1);
        for (int i = 0; i < 10_000; i++)
        {
            Add(50 + 1000 * random.NextDouble());
            Assert.That(_meter.Congested, Is.GreaterThanOrEqualTo(_meter.Smoothed));
        }
    }

    [TestCase(10)]
    [TestCase(200)]
    public void It_falls_to_a_third_in_twenty_seconds_however_many_samples_there_are(double spacing)
    {
        for (int i = 0; i < 200; i++)
            Add(1100);
        Instant full = _now;
        while ((_now - full).Seconds < 20)
            Add(100, spacing);
        Assert.That(_meter.Congested.Milliseconds, Is.EqualTo(100 + 1000 / Math.E).Within(10));
        Assert.That(_meter.Smoothed.Milliseconds, Is.EqualTo(100).Within(0.1));
    }

    private void Add(double milliseconds, double spacing = 10)
    {
        _now += Duration.FromMilliseconds(spacing);
        _meter.Add(Duration.FromMilliseconds(milliseconds), _now);
    }
}
