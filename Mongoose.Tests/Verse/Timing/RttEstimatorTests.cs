using Mongoose.Core.Units;
using Mongoose.Verse.Timing;

namespace Mongoose.Tests.Verse.Timing;

public sealed class RttEstimatorTests
{
    private static readonly Duration AckDelay = Duration.FromMilliseconds(25);

    private static RttEstimator After(params double[] samples)
    {
        RttEstimator estimator = new();
        foreach (double sample in samples)
            estimator.Add(Duration.FromMilliseconds(sample));
        return estimator;
    }

    [Test]
    public void Samples_of_10_10_and_30_ms()
    {
        RttEstimator estimator = After(10, 10, 30);
        Assert.That(estimator.Smoothed.Milliseconds, Is.EqualTo(12.5)); // 7/8 * 10 + 1/8 * 30
        Assert.That(estimator.Variation.Milliseconds, Is.EqualTo(7.8125)); // 3/4 * (3/4 * 5) + 1/4 * 20
        Assert.That(estimator.Timeout(AckDelay, 0).Milliseconds, Is.EqualTo(12.5 + 4 * 7.8125 + 25));
    }

    [Test]
    public void A_steady_path_has_twice_its_round_trip() =>
        Assert.That(After(Enumerable.Repeat(10.0, 100).ToArray()).Timeout(AckDelay, 0).Milliseconds, Is.EqualTo(45).Within(0.01));

    [Test]
    public void It_doubles_up_to_two_seconds()
    {
        RttEstimator estimator = After(Enumerable.Repeat(100.0, 100).ToArray());
        Assert.That(Enumerable.Range(0, 6).Select(backoff => Math.Round(estimator.Timeout(AckDelay, backoff).Milliseconds)),
            Is.EqualTo(new[] { 225, 450, 900, 1800, 2000, 2000 }));
        Assert.That(After(3000).Timeout(AckDelay, 3).Seconds, Is.EqualTo(9.025), "longer before any doubling");
        Assert.That(new RttEstimator().Timeout(AckDelay, 0).Seconds, Is.EqualTo(1));
    }
}
