using Mongoose.Core.Paths;
using Mongoose.Core.Units;

namespace Mongoose.Tests.Core.Paths;

public sealed class PathRoundTripsTests
{
    private PathRoundTrips _path;
    private Instant _now = Instant.FromSeconds(1);

    [Test]
    public void Before_the_first_sample_all_values_are_zero() =>
        Assert.That((_path.HasSample, _path.Last, _path.Queueing), Is.EqualTo((false, Duration.Zero, Duration.Zero)));

    [Test]
    public void The_last_sample_is_the_round_trip()
    {
        Add(100, 340, 120);
        Assert.That((_path.Last.Milliseconds, _path.Min.Milliseconds), Is.EqualTo((120, 100)));
    }

    [Test]
    public void A_single_late_ack_is_not_a_queue()
    {
        Add(100, 100, 900);
        Assert.That(_path.Queueing, Is.EqualTo(Duration.Zero));
    }

    [Test]
    public void Round_trips_that_stay_long_are_queueing_delay()
    {
        Add(100);
        Hold(180, seconds: 2);
        Assert.That(_path.Queueing.Milliseconds, Is.EqualTo(80));
    }

    [Test]
    public void The_first_short_round_trip_ends_a_queue()
    {
        Add(100);
        Hold(180, seconds: 2);
        Add(100);
        Assert.That(_path.Queueing, Is.EqualTo(Duration.Zero));
    }

    [Test]
    public void A_longer_path_counts_as_a_queue_until_the_shorter_path_is_forgotten()
    {
        Add(100);
        Hold(180, PathRoundTrips.Memory.Seconds - 1);
        Assert.That(_path.Queueing.Milliseconds, Is.EqualTo(80));
        Hold(180, seconds: 2);
        Assert.That(_path.Queueing, Is.EqualTo(Duration.Zero));
    }

    [Test]
    public void On_a_path_longer_than_half_a_second_a_round_trip_of_short_samples_is_remembered()
    {
        Add(2000);
        Hold(2500, seconds: 1.5);
        Assert.That(_path.Queueing, Is.EqualTo(Duration.Zero));
        Hold(2500, seconds: 1);
        Assert.That(_path.Queueing.Milliseconds, Is.EqualTo(500));
    }

    [Test]
    public void A_round_trip_is_above_zero()
    {
        _path.Add(Duration.Zero, _now);
        _path.Add(new Duration(-5), _now);
        Assert.That(_path.Last, Is.GreaterThan(Duration.Zero));
    }

    private void Hold(double milliseconds, double seconds)
    {
        for (Instant end = _now + Duration.FromSeconds(seconds); _now < end;)
            Add(milliseconds);
    }

    /// <summary>Samples 20 ms apart.</summary>
    private void Add(params double[] milliseconds)
    {
        foreach (double sample in milliseconds)
        {
            _now += Duration.FromMilliseconds(20);
            _path.Add(Duration.FromMilliseconds(sample), _now);
        }
    }
}
