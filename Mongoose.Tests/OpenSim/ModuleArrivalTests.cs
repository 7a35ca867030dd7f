using Mongoose.Client.Login;
using Mongoose.Client.Viewers;
using Mongoose.Core.Channels;
using Mongoose.Core.Units;
using Mongoose.Testbed.OpenSim;
using Mongoose.Testbed.Results;
using Mongoose.Testbed.Visits;

namespace Mongoose.Tests.OpenSim;

/// <summary>A visitor's arrival in a region of 5000 prims, and how fresh avatars are meanwhile; stock and Mongoose in the same run.</summary>
public sealed class ModuleArrivalTests : ModuleFixture
{
    private const int PrimCount = 5000;

    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(60);

    private OpenSimInstance? _stock;

    protected override int Prims => PrimCount;

    [OneTimeSetUp]
    public void StartStock()
    {
        _stock = OpenSimInstance.Start(Options(OpenSimBin.FindDefault()!) with { Module = [], ExtraIni = "" });
        // The first visitor after a start is told most prims twice.
        Task.WaitAll(Task.Run(() => SecondsToLastPrim(Grid, 8, textures: false)), Task.Run(() => SecondsToLastPrim(_stock, 8, textures: false)));
    }

    [OneTimeTearDown]
    public void StopStock() => _stock?.Dispose();

    [TestCase(1.5, 5.6), Retry(BusyHost)]
    [TestCase(5.12, 2.0)]
    public void Prims_arrive_within(double circuitMbps, double mostSeconds)
    {
        (double stock, double mongoose) = Both(circuitMbps, textures: false);
        TestContext.Out.WriteLine($"{circuitMbps} Mbit/s, prims: stock {stock:0.00} s, Mongoose {mongoose:0.00} s");
        Assert.That(mongoose, Is.LessThanOrEqualTo(mostSeconds));
    }

    [TestCase(1.5), Retry(BusyHost)]
    [TestCase(5.12)]
    public void Prims_arrive_sooner_than_in_stock_while_textures_load_too(double circuitMbps)
    {
        (double stock, double mongoose) = Both(circuitMbps, textures: true);
        TestContext.Out.WriteLine($"{circuitMbps} Mbit/s, prims and textures: stock {stock:0.00} s, Mongoose {mongoose:0.00} s");
        Assert.That(mongoose, Is.LessThan(stock));
    }

    [Test, Retry(BusyHost)]
    public void Avatars_are_fresh_without_load()
    {
        DelaySummary age = Age(Visit(new ViewerOptions { Throttle = Circuit(1.5) }, waitForPrims: true), seconds: 10);
        Assert.That(age.P99, Is.LessThanOrEqualTo(30));
    }

    [Test, Retry(BusyHost)]
    public void Avatars_stay_fresh_while_prims_and_textures_load()
    {
        GridVisit observer = Visit(new ViewerOptions { Throttle = Circuit(1.5), Textures = Textures(), RepeatTextures = true });
        DelaySummary age = Age(observer, seconds: 5);
        Assert.That(observer.Look(viewer => viewer.Objects.Count), Is.LessThan(PrimCount), "or the prims were there before the end");
        Assert.That(age.P99, Is.LessThanOrEqualTo(50));
    }

    private GridVisit Visit(ViewerOptions options, bool waitForPrims)
    {
        GridVisit visit = Visit(options);
        if (waitForPrims)
            visit.WaitFor(viewer => viewer.Objects.Count >= PrimCount, Patience);
        return visit;
    }

    /// <summary>Age of a walker's updates at an observer, in ms.</summary>
    private DelaySummary Age(GridVisit observer, double seconds)
    {
        GridVisit walker = Visit(new ViewerOptions { Throttle = Circuit(0.3) });
        FreshnessProbe probe = new(Loop, walker.Viewer, walker.Login.AgentId, observer.Viewer);
        Loop.Invoke(probe.Start);
        Thread.Sleep(TimeSpan.FromSeconds(seconds));
        DelaySummary age = Loop.Invoke(() =>
        {
            probe.Stop();
            return probe.Ages.Summarise();
        });
        TestContext.Out.WriteLine($"age of {probe.Ages.Count} updates: p50 {age.P50:0.0} ms, p99 {age.P99:0.0} ms, max {age.Max:0.0} ms");
        Assert.That(probe.Ages.Count, Is.GreaterThan(20));
        return age;
    }

    private (double Stock, double Mongoose) Both(double circuitMbps, bool textures)
    {
        Task<double> stock = Task.Run(() => SecondsToLastPrim(_stock!, circuitMbps, textures));
        Task<double> mongoose = Task.Run(() => SecondsToLastPrim(Grid, circuitMbps, textures));
        return (stock.Result, mongoose.Result);
    }

    private double SecondsToLastPrim(OpenSimInstance grid, double circuitMbps, bool textures)
    {
        ViewerOptions options = new() { Throttle = Circuit(circuitMbps), Textures = textures ? Textures() : [], RepeatTextures = textures };
        LoginGranted login = GridVisit.LogIn(grid, NextUser());
        Instant start = Loop.Now;
        using GridVisit visit = new(Loop, login, options);
        visit.Arrive();
        bool all = visit.WaitFor(viewer => viewer.Objects.Count >= PrimCount, Patience);
        Assert.That(all, $"all prims within {Patience}");
        TestContext.Out.WriteLine($"{visit.Look(viewer => viewer.Reception(Channel.Task).Bytes) / PrimCount} bytes per prim");
        return (visit.Look(viewer => viewer.Objects.LastNewAt!.Value) - start).Seconds;
    }
}
