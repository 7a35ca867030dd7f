using Mongoose.Core.Units;
using Mongoose.Runtime.Time;

namespace Mongoose.Tests.Runtime.Time;

public sealed class TimerLatenessTests
{
    private readonly record struct Run(StallingScheduler Clock, TimerLateness Lateness);

    private static Run Begin()
    {
        StallingScheduler clock = new();
        TimerLateness lateness = new(clock);
        lateness.Begin();
        return new Run(clock, lateness);
    }

    [Test]
    public void A_host_with_time_has_no_lateness()
    {
        Run run = Begin();
        run.Clock.Pass(Duration.FromSeconds(10));
        Assert.That(run.Lateness.Delays.Quantile(1), Is.LessThan(Duration.FromMilliseconds(0.01)));
    }

    [Test]
    public void Every_timer_of_a_pause_counts()
    {
        Run run = Begin();
        run.Clock.Pass(Duration.FromMilliseconds(900));
        run.Clock.StandStill(Duration.FromMilliseconds(100));
        Assert.That(run.Lateness.Delays.Quantile(0.89), Is.LessThan(Duration.FromMilliseconds(0.01)));
        Assert.That(run.Lateness.Delays.Quantile(0.95).Milliseconds, Is.EqualTo(50).Within(25).Percent, "a tenth of the time stands still");
        Assert.That(run.Lateness.Delays.Quantile(1).Milliseconds, Is.EqualTo(100).Within(15).Percent);
    }

    [Test]
    public void A_host_that_slept_for_a_day_counts_as_a_minute()
    {
        Run run = Begin();
        run.Clock.StandStill(Duration.FromSeconds(86_400));
        Assert.That(run.Lateness.Delays.Quantile(1).Seconds, Is.EqualTo(60).Within(13).Percent);
    }

    [Test]
    public void Nothing_is_measured_after_the_end()
    {
        Run run = Begin();
        run.Lateness.Stop();
        run.Clock.StandStill(Duration.FromSeconds(1));
        Assert.That(run.Lateness.Delays.Quantile(1), Is.EqualTo(Duration.Zero));
    }
}
