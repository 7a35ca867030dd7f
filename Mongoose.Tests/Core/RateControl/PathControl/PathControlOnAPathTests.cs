using Mongoose.Core.Lines;
using Mongoose.Core.RateControl.PathControl;
using Mongoose.Core.Units;
using Mongoose.Runtime.Time;
using Mongoose.Tests.Core.RateControl.Simulation;

namespace Mongoose.Tests.Core.RateControl.PathControl;

/// <summary>
/// A minute on a line of 2 Mbit/s with a delay of 50 ms in each direction, after ten seconds to settle. The requested rate exceeds what the
/// line carries.
/// </summary>
public sealed class PathControlOnAPathTests
{
    private const double OneWayMilliseconds = 50;
    private static readonly DataRate Asked = DataRate.FromKilobitsPerSecond(4500), Line = DataRate.FromKilobitsPerSecond(2000),
        Plenty = DataRate.FromMegabitsPerSecond(20);
    private static readonly Duration RoundTrip = Duration.FromMilliseconds(2 * OneWayMilliseconds), Settling = Duration.FromSeconds(10);
    private static readonly Duration Minute = Duration.FromSeconds(60);

    private readonly SimulatedScheduler _scheduler = new();

    [TestCase(1)]
    [TestCase(4)]
    public void A_single_circuit_fills_the_line_and_keeps_its_queue_short(double bufferBdp)
    {
        Bottleneck bottleneck = Buffered(bufferBdp);
        ControlledFlow circuit = new(Path(bottleneck, seed: 1), Asked);
        _scheduler.RunFor(Settling);
        (long bytes, int packets, long dropped) = (circuit.BytesArrived, circuit.Milliseconds.Count, bottleneck.Dropped);
        _scheduler.RunFor(Minute);

        double[] delays = [.. circuit.Milliseconds.Skip(packets).Order()];
        Assert.That((circuit.BytesArrived - bytes) / Line.BytesPerSecond / Minute.Seconds, Is.GreaterThan(0.9));
        Assert.That(delays[delays.Length * 95 / 100] - OneWayMilliseconds, Is.LessThan(150));
        Assert.That((bottleneck.Dropped - dropped) / (double)delays.Length, Is.LessThan(0.02));
    }

    [Test]
    public void Two_circuits_share_the_line()
    {
        Bottleneck bottleneck = Buffered(bdp: 4);
        ControlledFlow[] circuits = [new(Path(bottleneck, seed: 1), Asked), new(Path(bottleneck, seed: 2), Asked)];
        _scheduler.RunFor(Settling);
        long[] before = [.. circuits.Select(circuit => circuit.BytesArrived)];
        _scheduler.RunFor(Minute);
        double[] bytes = [.. circuits.Zip(before, (circuit, start) => (double)(circuit.BytesArrived - start))];
        Assert.That(bytes.Max() / bytes.Min(), Is.LessThan(2));
    }

    [TestCase(2)]
    [TestCase(6)]
    public void A_circuit_of_another_visitor_that_comes_later_gets_its_share(double megabits)
    {
        Bottleneck bottleneck = new(DataRate.FromMegabitsPerSecond(megabits), (int)(megabits * 50_000));
        ControlledFlow first = new(Path(bottleneck, seed: 1), Plenty);
        _scheduler.RunFor(Settling * 3);
        ControlledFlow second = new(Path(bottleneck, seed: 2), Plenty);
        _scheduler.RunFor(Settling * 3);
        (long firstBefore, long secondBefore) = (first.BytesArrived, second.BytesArrived);
        _scheduler.RunFor(Minute);
        Assert.That((second.BytesArrived - secondBefore) / (double)(first.BytesArrived - firstBefore), Is.InRange(0.5, 2));
    }

    [Test]
    public void A_second_circuit_of_the_visitor_shares_the_line_at_once_and_without_a_queue()
    {
        Bottleneck bottleneck = Buffered(bdp: 4);
        VisitorLine line = new(PathControlOptions.Default, _scheduler.Now);
        ControlledFlow root = new(Path(bottleneck, seed: 1), Plenty, line);
        _scheduler.RunFor(Settling * 2);
        ControlledFlow child = new(Path(bottleneck, seed: 2), Plenty, line, isRoot: false);
        _scheduler.RunFor(Settling);
        double longest = child.Milliseconds.Max();
        (long rootBefore, long childBefore) = (root.BytesArrived, child.BytesArrived);
        _scheduler.RunFor(Minute);
        (double rootBytes, double childBytes) = (root.BytesArrived - rootBefore, child.BytesArrived - childBefore);
        Assert.That(longest - OneWayMilliseconds, Is.LessThan(150), "in its first seconds");
        Assert.That((rootBytes + childBytes) / Line.BytesPerSecond / Minute.Seconds, Is.GreaterThan(0.9));
        Assert.That(rootBytes / childBytes, Is.InRange(4, 16));
    }

    [Test]
    public void A_circuit_that_closes_leaves_the_line_to_the_visitor_s_other_circuit_within_a_second()
    {
        Bottleneck bottleneck = Buffered(bdp: 4);
        VisitorLine line = new(PathControlOptions.Default, _scheduler.Now);
        ControlledFlow root = new(Path(bottleneck, seed: 1), Plenty, line),
            child = new(Path(bottleneck, seed: 2), Plenty, line, isRoot: false);
        _scheduler.RunFor(Settling * 2);
        root.Close();
        _scheduler.RunFor(Duration.FromSeconds(1));
        long before = child.BytesArrived;
        _scheduler.RunFor(Settling);
        Assert.That((child.BytesArrived - before) / Line.BytesPerSecond / Settling.Seconds, Is.GreaterThan(0.8));
    }

    [TestCase(1)]
    [TestCase(4)]
    public void Next_to_a_TCP_neither_starves(double bufferBdp)
    {
        Bottleneck bottleneck = Buffered(bufferBdp);
        ControlledFlow circuit = new(Path(bottleneck, seed: 1), Asked);
        RenoFlow tcp = new(Path(bottleneck, seed: 2), segmentBytes: 1448);
        _scheduler.RunFor(Settling);
        (long circuitBefore, long tcpBefore) = (circuit.BytesArrived, tcp.BytesArrived);
        _scheduler.RunFor(Minute * 2);
        Assert.That((circuit.BytesArrived - circuitBefore) / (double)(tcp.BytesArrived - tcpBefore), Is.InRange(0.25, 4));
    }

    private Bottleneck Buffered(double bdp) => new(Line, (int)(bdp * Line.BytesIn(RoundTrip)));

    private SimulatedPath Path(Bottleneck bottleneck, int seed) => new(_scheduler, RoundTrip, seed: seed) { Bottleneck = bottleneck };
}
