using Mongoose.Core.Downloads;
using Mongoose.Core.Units;

namespace Mongoose.Tests.Core.Downloads;

public sealed class ConnectionMeterTests
{
    [Test]
    public void The_mean_of_new_samples_is_found_in_the_smoothed_round_trip([Values(1, 2, 5, 20)] int acks)
    {
        ConnectionMeter meter = new();
        double smoothed = 60;
        meter.Take(State(smoothed, 1000, 10));
        for (int i = 0; i < acks; i++)
            smoothed += (100 - smoothed) / 8;
        ConnectionChange change = meter.Take(State(smoothed, 5000, 10 + acks));
        Assert.That(change.RoundTrip!.Value.Milliseconds, Is.EqualTo(100).Within(0.001));
        Assert.That(change.DeliveredBytes, Is.EqualTo(4000));
    }

    [Test]
    public void A_request_is_no_sample()
    {
        ConnectionMeter meter = new();
        meter.Take(State(60, 1000, 10));
        Assert.That(meter.Take(State(60, 1000, 12)).RoundTrip, Is.Null);
    }

    [Test]
    public void What_was_delivered_before_the_first_state_does_not_count() =>
        Assert.That(new ConnectionMeter().Take(State(60, 1000, 10)), Is.EqualTo(new ConnectionChange(null, 0, 0)));

    [Test]
    public void The_first_round_trip_of_a_connection_is_a_sample()
    {
        ConnectionMeter meter = new();
        meter.Take(State(0, 0, 1));
        Assert.That(meter.Take(State(60, 1000, 2)).RoundTrip, Is.EqualTo(Duration.FromMilliseconds(60)));
    }

    [Test]
    public void Counters_that_fall_count_nothing()
    {
        ConnectionMeter meter = new();
        meter.Take(State(60, 1000, 10));
        Assert.That(meter.Take(State(60, 10, 1)), Is.EqualTo(new ConnectionChange(null, 0, 0)));
    }

    private static ConnectionState State(double smoothed, long delivered, long acks) =>
        new(Duration.FromMilliseconds(smoothed), Duration.FromMilliseconds(50), delivered, 0, 0, 0, acks, 1448);
}
