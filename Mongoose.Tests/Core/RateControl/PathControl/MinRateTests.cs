using Mongoose.Core.RateControl.PathControl;
using Mongoose.Core.Units;

namespace Mongoose.Tests.Core.RateControl.PathControl;

/// <summary>The minimum rate under path control: a queue on a line that is hardly faster than the minimum rate must be able to drain.</summary>
public sealed class MinRateTests
{
    private const double RoundTrip = 100;
    private static readonly DataRate MinRate = PathControlOptions.Default.MinRate;

    /// <summary>Round-trip time with a queue that is too long.</summary>
    private static readonly double Queued = RoundTrip + 2 * PathControlOptions.Default.MaxDelay.Milliseconds;

    [Test]
    public void It_is_halved_while_a_line_below_1_25_times_the_minimum_rate_drains([Values(0.8, 1.23)] double line) =>
        Assert.That(MinOf(Drained(line)), Is.EqualTo(MinRate * 0.5));

    [Test]
    public void It_is_unchanged_while_a_wider_line_drains([Values(1.27, 2)] double line) =>
        Assert.That(MinOf(Drained(line)), Is.EqualTo(MinRate));

    [Test]
    public void It_is_restored_when_the_queue_of_a_narrow_line_has_drained()
    {
        PathScript script = Drained(0.8).Deliver(MinRate * 0.8, RoundTrip, seconds: 0.1);
        Assert.That(MinOf(script), Is.EqualTo(MinRate));
    }

    [Test]
    public void It_is_unchanged_in_competition_for_a_narrow_line()
    {
        PathScript script = Drained(0.8).Deliver(MinRate * 0.8, Queued, seconds: 5);
        Assert.That(script.Controller.Mode, Is.EqualTo(PathMode.Competing));
        Assert.That(MinOf(script), Is.EqualTo(MinRate));
    }

    /// <summary>A circuit that has let the queue drain once, on a line with this multiple of the minimum rate.</summary>
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

    /// <summary>The rate after silence has reduced the window to its minimum.</summary>
    private static DataRate MinOf(PathScript script)
    {
        script.Wait(60);
        Assert.That(script.Window, Is.EqualTo(2 * PathController.SegmentBytes));
        return script.Controller.Rate;
    }
}
