using Mongoose.Core.RateControl.PathControl;
using Mongoose.Core.Units;

namespace Mongoose.Tests.Core.RateControl.PathControl;

public sealed class LineQueueMeterTests
{
    private LineQueueMeter _queue;

    [Test]
    public void The_first_sample_is_the_base_and_the_reference()
    {
        Assert.That(_queue.HasSample, Is.False);
        Add(80);
        Assert.That((_queue.HasSample, Base, Reference, Queueing), Is.EqualTo((true, 80.0, 80.0, 0.0)));
    }

    [Test]
    public void A_round_trip_above_the_reference_is_a_queue() => Assert.That(Add(80).Add(110, 120).Queueing, Is.EqualTo(30));

    [Test]
    public void A_single_late_sample_is_no_queue()
    {
        Add(80, 80, 300);
        Assert.That(Queueing, Is.Zero);
        Assert.That(Add(80).Queueing, Is.Zero);
        Assert.That(Add(300, 310).Queueing, Is.EqualTo(220), "two are");
    }

    [Test]
    public void A_sample_below_the_reference_lowers_it_immediately() =>
        Assert.That((Add(80, 80, 60).Reference, Base, Queueing), Is.EqualTo((60.0, 60.0, 0.0)));

    [Test]
    public void Only_a_drained_line_raises_the_reference()
    {
        Add(80);
        for (int i = 0; i < 10_000; i++)
            Add(200);
        Assert.That((Reference, Queueing), Is.EqualTo((80.0, 120.0)));
        _queue.SetReference(Ms(180));
        Assert.That((Base, Reference, Queueing), Is.EqualTo((80.0, 180.0, 20.0)));
    }

    [Test]
    public void The_reference_is_never_below_the_base()
    {
        Add(80);
        _queue.SetReference(Ms(10));
        Assert.That(Reference, Is.EqualTo(80));
    }

    [Test]
    public void After_a_change_of_route_the_reference_becomes_the_base()
    {
        Add(80);
        _queue.SetReference(Ms(180));
        _queue.SetBase();
        Assert.That(Base, Is.EqualTo(180));
        Assert.That((Add(170).Base, Reference), Is.EqualTo((170.0, 170.0)), "and samples lower it from there");
    }

    [Test]
    public void Round_trips_that_hardly_vary_are_not_noisy()
    {
        for (int i = 0; i < 300; i++)
            Add(100 + i % 3);
        Assert.That(_queue.IsNoisy, Is.False);
        Assert.That(_queue.Noise.Milliseconds, Is.LessThan(1));
    }

    [Test]
    public void On_a_noisy_line_a_single_low_sample_hardly_lowers_the_reference()
    {
        Noisy();
        Assert.That(_queue.IsNoisy);
        double before = Reference;
        Add(before - 50);
        Assert.That(Reference, Is.InRange(before - 25, before - 0.1));
        for (int i = 0; i < 100; i++)
            Add(before - 50);
        Assert.That(Reference, Is.EqualTo(before - 50).Within(1), "many do");
    }

    [Test]
    public void A_queue_that_grows_and_drains_by_turns_of_seconds_is_no_noise()
    {
        for (int i = 0; i < 400; i++)
        {
            Add(100 + 3 * (i % 40 < 20 ? i % 20 : 20 - i % 20));
            Assert.That(_queue.Noise.Milliseconds, Is.LessThan(1));
        }
    }

    [Test]
    public void On_a_slow_line_packets_of_different_sizes_are_no_noise()
    {
        for (int i = 0; i < 100; i++)
            _queue.Add(Ms(i % 4 < 2 ? 100 : 130), Duration.Zero, packetTime: Ms(60));
        Assert.That(_queue.Noise, Is.EqualTo(Duration.Zero));
    }

    [Test]
    public void The_first_samples_already_show_noise()
    {
        for (int i = 0; i < 8; i++)
            Add(i % 4 < 2 ? 200 : 140);
        Assert.That(_queue.Noise.Milliseconds, Is.GreaterThan(5));
    }

    [Test]
    public void What_may_be_the_viewer_s_waiting_is_no_queue()
    {
        Add(80, 80);
        Wait(150, 40);
        Wait(150, 40);
        Assert.That(Queueing, Is.EqualTo(30));
        Wait(150, 500);
        Wait(150, 500);
        Assert.That(Queueing, Is.Zero);
        Wait(70, 500);
        Assert.That((Reference, Base), Is.EqualTo((70.0, 70.0)), "a shorter round trip is one, however long the viewer may have waited");
    }

    [Test]
    public void Round_trips_are_compared_more_coarsely_on_a_slow_or_noisy_line()
    {
        Add(100, 100);
        Duration fast = _queue.Tolerance(1e6), slow = _queue.Tolerance(20_000), slowest = _queue.Tolerance(1);
        Assert.That(fast.Milliseconds, Is.InRange(2, 10));
        Assert.That(slow, Is.GreaterThan(fast + Ms(30)), "a packet takes 50 ms");
        Assert.That(slowest.Milliseconds, Is.LessThan(300));
        Noisy();
        Assert.That(_queue.Tolerance(1e6), Is.GreaterThan(fast));
    }

    private double Base => _queue.Base.Milliseconds;

    private double Reference => _queue.Reference.Milliseconds;

    private double Queueing => _queue.Queueing.Milliseconds;

    /// <summary>A line whose round trips jump by 90 ms, four samples at a time.</summary>
    private void Noisy()
    {
        for (int i = 0; i < 400; i++)
            Add(i % 8 < 4 ? 230 : 140);
    }

    private LineQueueMeterTests Add(params double[] milliseconds)
    {
        foreach (double sample in milliseconds)
            _queue.Add(Ms(sample), Duration.Zero, Duration.Zero);
        return this;
    }

    private void Wait(double sample, double wait) => _queue.Add(Ms(sample), Ms(wait), Duration.Zero);

    private static Duration Ms(double value) => Duration.FromMilliseconds(value);
}
