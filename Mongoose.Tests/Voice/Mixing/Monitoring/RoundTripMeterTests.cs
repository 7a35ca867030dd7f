using Mongoose.Core.Units;
using Mongoose.Voice.Mixing.Monitoring;

namespace Mongoose.Tests.Voice.Mixing.Monitoring;

public sealed class RoundTripMeterTests
{
    private RoundTripMeter _meter;
    private Instant _now = Instant.FromSeconds(10);

    [Test]
    public void The_first_sample_is_both()
    {
        Assert.That(_meter.HasSample, Is.False);
        Add(140);
        Assert.That((_meter.HasSample, _meter.Smoothed.Milliseconds, _meter.Mean.Milliseconds), Is.EqualTo((true, 140.0, 140.0)));
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

    [TestCase(10)]
    [TestCase(200)]
    public void The_mean_is_that_of_ten_seconds_however_many_samples_there_are(double spacing)
    {
        for (int i = 0; i < 2000; i++)
            Add(1100, spacing: 50);
        Assert.That(_meter.Mean.Milliseconds, Is.EqualTo(1100).Within(1e-3));
        Instant full = _now;
        while ((_now - full).Seconds < 10)
            Add(100, spacing);
        Assert.That(_meter.Mean.Milliseconds, Is.EqualTo(100 + 1000 / Math.E).Within(10));
        Assert.That(_meter.Smoothed.Milliseconds, Is.EqualTo(100).Within(2));
    }

    [Test]
    public void The_mean_of_a_round_trip_that_swings_is_its_middle()
    {
        for (int i = 0; i < 20_000; i++)
            Add(500 + i % 200);
        Assert.That(_meter.Mean.Milliseconds, Is.EqualTo(600).Within(20));
    }

    private void Add(double milliseconds, double spacing = 10)
    {
        _now += Duration.FromMilliseconds(spacing);
        _meter.Add(Duration.FromMilliseconds(milliseconds), _now);
    }
}
