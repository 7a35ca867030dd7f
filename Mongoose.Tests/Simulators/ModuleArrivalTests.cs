using Mongoose.Client.Login;
using Mongoose.Client.Viewers;
using Mongoose.Core.Channels;
using Mongoose.Core.Lludp;
using Mongoose.Core.Units;
using Mongoose.Runtime.Statistics;
using Mongoose.Simulators;
using Mongoose.Testbed.OpenSim;

namespace Mongoose.Tests.Simulators;

/// <summary>
/// A visitor's arrival in a region of 5000 prims, and the age of avatar updates in the meantime; stock and Mongoose in the same run.
/// </summary>
[NonParallelizable] // It measures.
public sealed class ModuleArrivalTests : ModuleFixture
{
    private const int PrimCount = 5000;

    protected override int Prims => PrimCount;

    protected override OpenSimOptions? SecondOptions(OpenSimBin bin) => Stock(bin);

    /// <summary>OpenSim sends most prims twice to the first visitor after a start.</summary>
    [OneTimeSetUp]
    public void VisitFirst() =>
        Both(() => SecondsToLastPrim(Grid, 8, textures: false), () => SecondsToLastPrim(Second, 8, textures: false));

    /// <summary>Both times contain the host's 0.3 to 0.4 s until the first prim, which are a larger part of the shorter one.</summary>
    [TestCase(1.5, 0.285, 6), Measured]
    [TestCase(5.12, 0.35, 2.5)]
    public void Prims_arrive_in_a_part_of_stock_s_time_and_together_with_textures_sooner(
        double circuitMbps, double maxPart, double maxSeconds)
    {
        // The stock visits run in the background, because each takes longer than Mongoose's visits.
        Task<double> stockPrims = Task.Run(() => SecondsToLastPrim(Second, circuitMbps, textures: false));
        Task<double> stockBoth = Task.Run(() => SecondsToLastPrim(Second, circuitMbps, textures: true));
        // OpenSim sends some prims twice, and their number varies, which makes a difference of 0.1 s. Therefore the better of two visits
        // counts.
        double prims = Enumerable.Range(0, 2).Min(_ => SecondsToLastPrim(Grid, circuitMbps, textures: false));
        double both = SecondsToLastPrim(Grid, circuitMbps, textures: true);
        Task.WaitAll(stockPrims, stockBoth);
        TestContext.Out.WriteLine($"{circuitMbps} Mbit/s, prims: stock {stockPrims.Result:0.00} s, Mongoose {prims:0.00} s; "
            + $"with textures: stock {stockBoth.Result:0.00} s, Mongoose {both:0.00} s");
        Assert.Multiple(() =>
        {
            Assert.That(prims / stockPrims.Result, Is.LessThanOrEqualTo(maxPart));
            Assert.That(prims, Is.LessThanOrEqualTo(maxSeconds));
            Assert.That(both, Is.LessThan(stockBoth.Result));
        });
    }

    [Test, Measured]
    public void Avatars_are_fresh_without_load()
    {
        DelaySummary age = Age(Visit(new ViewerOptions { Throttle = Circuit(1.5) }, waitForPrims: true), seconds: 10);
        Assert.That(age.P99, Is.LessThanOrEqualTo(30));
    }

    [Test, Measured]
    public void Avatars_stay_fresh_while_prims_and_textures_load()
    {
        GridVisit observer = Visit(new ViewerOptions { Throttle = Circuit(1.5), Textures = Textures(), RepeatTextures = true });
        DelaySummary age = Age(observer, seconds: 5);
        Assert.That(observer.Read(viewer => viewer.Objects.Count), Is.LessThan(PrimCount),
            "otherwise all prims had arrived before the end");
        Assert.That(age.P99, Is.LessThanOrEqualTo(50));
    }

    [Test, Measured]
    public void An_object_selected_while_prims_load_gets_its_properties_at_once()
    {
        GridVisit visit = Visit(new ViewerOptions { Throttle = Circuit(1.5) });
        Assert.That(visit.WaitFor(viewer => viewer.Objects.Count > 100, Patience), $"{visit}");
        (double seconds, int prims) = SecondsToProperties(visit, objects: 1);
        TestContext.Out.WriteLine($"properties after {seconds * 1000:0} ms, when {prims} prims had arrived");
        Assert.That(prims, Is.LessThan(PrimCount / 2));
    }

    [Test, Measured]
    public void Properties_of_many_selected_objects_arrive_at_the_circuit_s_rate()
    {
        GridVisit visit = Visit(new ViewerOptions { Throttle = Circuit(1.5) }, waitForPrims: true);
        double seconds = SecondsToProperties(visit, objects: 250).Seconds;
        TestContext.Out.WriteLine($"properties of 250 objects after {seconds * 1000:0} ms");
        Assert.That(seconds, Is.LessThan(1.5));
    }

    /// <summary>The time until the last properties have arrived, and the number of prims that had arrived by then.</summary>
    private (double Seconds, int Prims) SecondsToProperties(GridVisit visit, int objects)
    {
        const MessageId objectProperties = (MessageId)0xFF09;
        Instant selected = Loop.Now, last = selected;
        int prims = 0;
        Loop.Invoke(() =>
        {
            visit.Viewer.DatagramArrived = datagram =>
            {
                if (datagram.Message == objectProperties)
                    (last, prims) = (datagram.At, visit.Viewer.Objects.Count);
            };
            visit.Viewer.Select(visit.Viewer.Objects.LocalIds.Take(objects));
        });
        Assert.That(visit.WaitFor(_ => last > selected && Loop.Now - last > Duration.FromSeconds(1), Patience),
            $"the properties arrive; {visit}");
        return ((last - selected).Seconds, prims);
    }

    private GridVisit Visit(ViewerOptions options, bool waitForPrims)
    {
        GridVisit visit = Visit(options);
        if (waitForPrims)
            Assert.That(visit.WaitFor(viewer => viewer.Objects.Count >= PrimCount, Patience), $"{visit}");
        return visit;
    }

    /// <summary>The age of a walker's updates at an observer, in ms.</summary>
    private DelaySummary Age(GridVisit observer, double seconds) =>
        AgesWhile(Visit(new ViewerOptions { Throttle = Circuit(0.3) }), observer, () => Thread.Sleep(TimeSpan.FromSeconds(seconds)));

    private double SecondsToLastPrim(OpenSimInstance grid, double circuitMbps, bool textures)
    {
        ViewerOptions options = new() { Throttle = Circuit(circuitMbps), Textures = textures ? Textures() : [], RepeatTextures = textures };
        LoginGranted login = GridVisit.LogIn(grid, NextUser());
        Instant start = Loop.Now;
        using GridVisit visit = new(Loop, login, options);
        visit.Arrive();
        Assert.That(visit.WaitFor(viewer => viewer.Objects.Count >= PrimCount, Patience), $"all prims; {visit}");
        TestContext.Out.WriteLine($"{visit.Read(viewer => viewer.Reception(Channel.Task).Bytes) / PrimCount} bytes per prim");
        return (visit.Read(viewer => viewer.Objects.LastNewAt!.Value) - start).Seconds;
    }
}
