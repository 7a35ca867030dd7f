using Mongoose.Core.RateControl.PathControl;
using Mongoose.Core.Units;

namespace Mongoose.Tests.Core.RateControl.PathControl;

/// <summary>What path control leaves a circuit at least: a queue on a line that is hardly faster than that must be able to drain.</summary>
[Parallelizable(ParallelScope.All)]
public sealed class LeastRateTests
{
    private const double RoundTrip = 100;
    private static readonly DataRate MinRate = PathControlOptions.Default.MinRate;

    /// <summary>Round trips with a queue that is too long.</summary>
    private static readonly double Queued = RoundTrip + 2 * PathControlOptions.Default.MaxDelay.Milliseconds;

    [Test]
    public void While_a_line_of_at_most_1_25_times_the_least_rate_drains_it_is_half([Values(0.8, 1.23)] double line) =>
        Assert.That(LeastOf(Drained(line)), Is.EqualTo(MinRate * 0.5));

    [Test]
    public void While_a_wider_line_drains_it_is_what_it_is([Values(1.27, 2)] double line) =>
        Assert.That(LeastOf(Drained(line)), Is.EqualTo(MinRate));

    [Test]
    public void When_the_queue_of_a_narrow_line_has_gone_it_is_what_it_is()
    {
        PathScript script = Drained(0.8).Deliver(MinRate * 0.8, RoundTrip, seconds: 0.1);
        Assert.That(LeastOf(script), Is.EqualTo(MinRate));
    }

    [Test]
    public void In_competition_for_a_narrow_line_it_is_what_it_is()
    {
        PathScript script = Drained(0.8).Deliver(MinRate * 0.8, Queued, seconds: 5);
        Assert.That(script.Controller.Mode, Is.EqualTo(PathMode.Competing));
        Assert.That(LeastOf(script), Is.EqualTo(MinRate));
    }

    /// <summary>A circuit that has let the queue drain once, on a line of so many least rates.</summary>
    private static PathScript Drained(double line)
    {
        PathScript script = new PathScript().Deliver(MinRate * line, RoundTrip, seconds: 3);
        double before = script.Window;
        while (script.Window > 0.9 * before)
            script.Deliver(MinRate * line, Queued, PathScript.Pace.Seconds);
        script.Deliver(MinRate * line, Queued, PathScript.Pace.Seconds);
        Assert.That(script.Controller.Mode, Is.EqualTo(PathMode.Delay));
        return script;
    }

    /// <summary>The rate when silence has taken the window down to the least.</summary>
    private static DataRate LeastOf(PathScript script)
    {
        script.Wait(60);
        Assert.That(script.Window, Is.EqualTo(2 * PathController.SegmentBytes));
        return script.Controller.Rate;
    }
}
