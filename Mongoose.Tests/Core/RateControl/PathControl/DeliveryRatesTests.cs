using Mongoose.Core.RateControl.PathControl;
using Mongoose.Core.Units;

namespace Mongoose.Tests.Core.RateControl.PathControl;

public sealed class DeliveryRatesTests
{
    private static readonly Duration Recent = Duration.FromSeconds(1), Memory = Duration.FromSeconds(4);

    private readonly DeliveryRates _rates = new();

    [Test]
    public void The_mean_and_the_highest_rate_are_those_of_the_recent_samples()
    {
        Add(900, at: 0).Add(100, at: 2.5).Add(200, at: 2.7).Add(400, at: 2.9).Add(300, at: 3);
        Assert.That((_rates.Latest, _rates.Mean, _rates.MaxRecent), Is.EqualTo((300.0, 250.0, 400.0)));
    }

    [Test]
    public void The_largest_rate_is_remembered_longer()
    {
        Add(900, at: 0);
        for (double at = 0.2; at < 3.9; at += 0.2)
            Add(100, at);
        Assert.That((_rates.MaxRecent, _rates.Max), Is.EqualTo((100.0, 900.0)));
        Add(100, at: 4.1);
        Assert.That(_rates.Max, Is.EqualTo(100));
    }

    [Test]
    public void The_last_samples_count_however_old_they_are()
    {
        Add(100, at: 0).Add(300, at: 100);
        Assert.That((_rates.Mean, _rates.MaxRecent), Is.EqualTo((200.0, 300.0)), "a viewer that acks every few seconds has a rate too");
        for (double at = 200; at <= 500; at += 100)
            Add(300, at);
        Assert.That(_rates.Mean, Is.EqualTo(300));
    }

    [Test]
    public void Any_number_of_samples_in_a_moment_keeps_the_newest()
    {
        for (int i = 0; i < 1000; i++)
            Add(i < 900 ? 900 : 100, at: 0);
        Assert.That((_rates.Mean, _rates.Max), Is.EqualTo((100.0, 100.0)));
    }

    private DeliveryRatesTests Add(double rate, double at)
    {
        _rates.Add(rate, Instant.FromSeconds(at), Recent, Memory);
        return this;
    }
}
