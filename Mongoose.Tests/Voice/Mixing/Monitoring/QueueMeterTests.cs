using Mongoose.Core.Units;
using Mongoose.Voice.Mixing.Monitoring;

namespace Mongoose.Tests.Voice.Mixing.Monitoring;

/// <summary>A path of 70 ms each way, and a packet every 20 ms.</summary>
public sealed class QueueMeterTests
{
    private const double Propagation = 70;

    private QueueMeter _meter;
    private Duration _memory = Duration.FromSeconds(60);
    private Instant _now = Instant.FromSeconds(1);
    private double _there, _back, _drift;
    private Duration _largest = Duration.Zero;

    [Test]
    public void A_queue_towards_the_receiver_counts()
    {
        Run(2);
        Assert.That(_meter.Delay, Is.EqualTo(Duration.Zero));
        _there = 200;
        Run(0.5);
        Assert.That(_meter.Delay.Milliseconds, Is.EqualTo(200).Within(1e-6));
        _there = 0;
        Run(0.1);
        Assert.That(_meter.Delay, Is.EqualTo(Duration.Zero), "the minimum of the last 100 ms");
    }

    [Test]
    public void A_queue_on_the_way_back_does_not_count()
    {
        Run(2);
        _back = 500;
        Run(10);
        Assert.That(_largest, Is.EqualTo(Duration.Zero));
        _there = 80;
        Run(1);
        Assert.That(_meter.Delay.Milliseconds, Is.EqualTo(80).Within(1e-6));
    }

    [Test]
    public void Single_late_packets_are_no_queue()
    {
        for (int i = 0; i < 100; i++)
        {
            _there = i % 4 == 0 ? 0 : 90;
            Add();
        }
        Assert.That(_largest, Is.EqualTo(Duration.Zero));
    }

    [Test]
    public void Clocks_of_different_speed_are_no_queue([Values(-300, 300)] double drift, [Values(60, 600)] double memory)
    {
        (_drift, _memory) = (drift, Duration.FromSeconds(memory));
        Run(600);
        Assert.That(_largest, Is.EqualTo(Duration.Zero));
        _there = 100;
        Run(2);
        // In two seconds the clocks differ by 0.6 ms.
        Assert.That(_meter.Delay.Milliseconds, Is.EqualTo(100).Within(1));
    }

    [Test]
    public void A_clock_that_runs_slower_does_not_hide_a_queue_that_stands()
    {
        _memory = Duration.FromSeconds(600);
        Run(30);
        (_there, _drift) = (400, -300);
        Run(500);
        // In 500 s the clocks differ by 150 ms.
        Assert.That(_meter.Delay.Milliseconds, Is.GreaterThan(240));
    }

    [Test]
    public void A_longer_route_counts_until_the_old_one_is_forgotten()
    {
        Run(30);
        _there = 100;
        Run(50);
        Assert.That(_meter.Delay.Milliseconds, Is.EqualTo(100).Within(1e-6));
        Run(15);
        Assert.That(_meter.Delay, Is.EqualTo(Duration.Zero), "65 s after the change");
        _there = 150;
        Run(1);
        Assert.That(_meter.Delay.Milliseconds, Is.EqualTo(50).Within(1e-6), "a queue on the new route");
    }

    [Test]
    public void With_a_longer_memory_it_counts_for_longer()
    {
        _memory = Duration.FromSeconds(600);
        Run(30);
        _there = 100;
        Run(590);
        Assert.That(_meter.Delay.Milliseconds, Is.EqualTo(100).Within(1e-6));
        Run(15);
        Assert.That(_meter.Delay, Is.EqualTo(Duration.Zero));
    }

    [Test]
    public void A_shorter_route_is_known_at_once()
    {
        _there = 100;
        Run(30);
        _there = 0;
        Run(0.2);
        Assert.That(_meter.Delay, Is.EqualTo(Duration.Zero));
        _there = 40;
        Run(1);
        Assert.That(_meter.Delay.Milliseconds, Is.EqualTo(40).Within(1e-6));
    }

    [Test]
    public void Change_and_growth_are_those_of_a_second_and_of_three_tenths()
    {
        Run(5);
        Assert.That((_meter.Change, _meter.Growth), Is.EqualTo((Duration.Zero, Duration.Zero)));
        Ramp(3, perSecond: 100);
        // The delay is sampled every 100 ms, and is the least of the last 100 ms.
        Assert.That(_meter.Change.Milliseconds, Is.EqualTo(100).Within(15));
        Assert.That(_meter.Growth.Milliseconds, Is.EqualTo(30).Within(12));
        Ramp(2, perSecond: -100);
        Assert.That(_meter.Change.Milliseconds, Is.EqualTo(-100).Within(15));
        Assert.That(_meter.Growth.Milliseconds, Is.EqualTo(-30).Within(12));
        Run(2);
        Assert.That((_meter.Change, _meter.Growth), Is.EqualTo((Duration.Zero, Duration.Zero)));
    }

    [Test]
    public void It_allocates_nothing() => Assert.That(Allocation.FewestBytes(() => Run(20)), Is.Zero);

    private void Ramp(double seconds, double perSecond)
    {
        for (int i = 0; i < seconds * 50; i++)
        {
            _there += perSecond / 50;
            Add();
        }
    }

    private void Run(double seconds)
    {
        for (int i = 0; i < seconds * 50; i++)
            Add();
    }

    private void Add()
    {
        _now += Duration.FromMilliseconds(20);
        double fast = _drift / 1e6 * _now.Milliseconds;
        _meter.Add(Duration.FromMilliseconds(2 * Propagation + _there + _back), Duration.FromMilliseconds(Propagation + _there + fast),
            _memory, _now);
        _largest = Duration.Max(_largest, _meter.Delay);
    }
}
