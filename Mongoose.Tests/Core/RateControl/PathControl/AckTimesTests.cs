using Mongoose.Core.RateControl.PathControl;
using Mongoose.Core.Units;

namespace Mongoose.Tests.Core.RateControl.PathControl;

/// <summary>S + 4V + 100 ms, computed by hand.</summary>
public sealed class AckTimesTests
{
    [Test]
    public void Before_the_first_ack_the_timeout_is_that_of_OpenSim() =>
        Assert.That(new AckTimes().Timeout, Is.EqualTo(AckTimes.FirstTimeout));

    [Test]
    public void The_first_sample_sets_the_mean_and_half_of_it_the_deviation() =>
        Assert.That(After(200), Is.EqualTo((200, 700)), "200 + 4 * 100 + 100");

    [Test]
    public void A_longer_sample_moves_the_mean_up_by_half_and_the_deviation_as_usual() =>
        Assert.That(After(200, 400), Is.EqualTo((300, 900)), "V = 100 + (200 - 100) / 4");

    [Test]
    public void A_shorter_sample_moves_the_mean_down_by_an_eighth() =>
        Assert.That(After(200, 120), Is.EqualTo((190, 670)), "V = 100 + (80 - 100) / 4");

    [TestCase(5)]
    [TestCase(100)]
    public void Steady_samples_make_the_timeout_short_but_never_below_its_minimum(double time) =>
        Assert.That(After([.. Enumerable.Repeat(time, 200)]).Timeout, Is.EqualTo(AckTimes.MinTimeout.Milliseconds).Within(1e-3));

    [Test]
    public void Steady_samples_of_a_long_path_leave_the_margin() =>
        Assert.That(After([.. Enumerable.Repeat(600.0, 200)]).Timeout, Is.EqualTo(700).Within(1e-3));

    [Test]
    public void It_is_never_above_its_maximum() => Assert.That(After(60_000).Timeout, Is.EqualTo(AckTimes.MaxTimeout.Milliseconds));

    /// <summary>Acks arrive in clumps every 500 ms: the longest time in each clump is 500 ms more than the path's.</summary>
    [Test]
    public void It_exceeds_every_earlier_time_in_a_steady_pattern()
    {
        AckTimes times = new();
        double[] pattern = [150, 650, 400, 640, 100, 600];
        for (int i = 0; i < 100; i++)
        {
            times.Add(Duration.FromMilliseconds(pattern[i % pattern.Length]));
            if (i >= pattern.Length)
                Assert.That(times.Timeout.Milliseconds, Is.GreaterThan(pattern.Max()));
        }
    }

    private static (double Smoothed, double Timeout) After(params double[] milliseconds)
    {
        AckTimes times = new();
        foreach (double time in milliseconds)
            times.Add(Duration.FromMilliseconds(time));
        return (times.Smoothed, times.Timeout.Milliseconds);
    }
}
