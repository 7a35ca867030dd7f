using Mongoose.Core.RateControl.PathControl;
using Mongoose.Core.Units;

namespace Mongoose.Tests.Core.RateControl.PathControl;

public sealed class LineStartTests
{
    private static readonly Duration Near = Duration.FromMilliseconds(80), Far = Duration.FromMilliseconds(400);

    [Test]
    public void Only_the_first_start_is_the_first()
    {
        LineStart start = new();
        Assert.That((start.IsOpen, start.IsFirst), Is.EqualTo((true, true)));
        start.End();
        Assert.That((start.IsOpen, start.IsFirst), Is.EqualTo((false, false)));
        start.Begin();
        Assert.That((start.IsOpen, start.IsFirst), Is.EqualTo((true, false)));
    }

    [Test]
    public void The_rate_grows_with_what_is_delivered_and_never_falls()
    {
        Assert.That(LineStart.Grow(1000, 1000, Near, Near), Is.InRange(1100, 1600));
        Assert.That(LineStart.Grow(1000, 100, Near, Near), Is.EqualTo(1000));
        Assert.That(LineStart.Grow(1000, 1e9, Near, Near), Is.LessThan(2500), "however much arrives at once");
    }

    [Test]
    public void On_a_long_route_it_exceeds_what_is_delivered_by_less()
    {
        double near = LineStart.Grow(1000, 1000, Near, Near), far = LineStart.Grow(1000, 1000, Far, Far);
        Assert.That((far - 1000) * Far.Seconds, Is.LessThan(0.1 * 1000), "at most a tenth of a second of the line's rate queues");
        Assert.That(far, Is.LessThan(near));
    }

    [Test]
    public void Two_samples_above_the_limit_show_a_queue_or_one_far_above_it()
    {
        Assert.That(LineStart.HasQueue(queueing: 0.050, latest: 0.050, limit: 0.040));
        Assert.That(LineStart.HasQueue(queueing: 0, latest: 0.150, limit: 0.040));
        Assert.That(LineStart.HasQueue(queueing: 0, latest: 0.080, limit: 0.040), Is.False);
    }

    [Test]
    public void A_frame_of_the_viewer_is_no_queue() =>
        Assert.That(LineStart.HasQueue(queueing: 0.022, latest: 0.022, limit: 0.010), Is.False);
}
