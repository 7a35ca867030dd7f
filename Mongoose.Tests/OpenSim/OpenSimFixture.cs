using Mongoose.Client.Viewers;
using Mongoose.Core.Channels;
using Mongoose.Core.Units;
using Mongoose.Network.Links;
using Mongoose.Runtime.Statistics;
using Mongoose.Runtime.Time;
using Mongoose.Testbed.OpenSim;

namespace Mongoose.Tests.OpenSim;

/// <summary>
/// Tests in a real OpenSim that all tests of the fixture share, and in a second OpenSim if two are compared. The tests are skipped if OpenSim is not
/// installed. After each test, neither log may contain an error, except the log of a stock OpenSim that is compared with one with the module.
/// </summary>
[Category("OpenSim")]
[NonParallelizable]
[FixtureLifeCycle(LifeCycle.SingleInstance)]
public abstract class OpenSimFixture
{
    private readonly List<GridVisit> _visits = [];
    private readonly Dictionary<OpenSimInstance, int> _errorsSeen = [];
    private OpenSimInstance? _grid;
    private OpenSimInstance? _second;
    private bool _secondIsStock;
    private RealTimeLoop? _loop;
    private int _nextUser;

    /// <summary>The options of the fixture's OpenSim.</summary>
    protected virtual OpenSimOptions Options(OpenSimBin bin) => new() { Bin = bin, Users = 12 };

    /// <summary>The options of the second OpenSim; null if there is none.</summary>
    protected virtual OpenSimOptions? SecondOptions(OpenSimBin bin) => null;

    protected OpenSimInstance Grid => _grid!;

    protected OpenSimInstance Second => _second!;

    /// <summary>The viewers' thread.</summary>
    protected RealTimeLoop Loop => _loop!;

    /// <summary>Finds the installation that the tests run; if there is none, the tests are skipped.</summary>
    public static OpenSimBin FindOrSkip()
    {
        OpenSimBin? bin = OpenSimBin.FindDefault();
        if (bin is null)
            Assert.Ignore($"no OpenSimulator in {OpenSimBin.DefaultDirectory}: set {OpenSimBin.Variable} to the bin/ of one");
        return bin!;
    }

    [OneTimeSetUp]
    public void StartGrids()
    {
        OpenSimBin bin = FindOrSkip();
        _loop = new RealTimeLoop("viewers");
        OpenSimOptions? secondOptions = SecondOptions(bin);
        _secondIsStock = secondOptions is { Module.Count: 0 };
        Both(() => _grid = Start(Options(bin)), () => _second = secondOptions is { } second ? Start(second) : null);
    }

    [OneTimeTearDown]
    public void StopGrids()
    {
        _loop?.Dispose();
        Both(() => Stop(_grid), () => Stop(_second));
    }

    [TearDown]
    public void LeaveGrids()
    {
        // Each visit may wait a second for the region's confirmation of the logout.
        Leave(_visits);
        _visits.Clear();
        foreach (OpenSimInstance grid in Grids)
        {
            string[] errors = ErrorsOf(grid);
            string[] fresh = errors[Math.Min(_errorsSeen.GetValueOrDefault(grid), errors.Length)..];
            _errorsSeen[grid] = errors.Length;
            Assert.That(fresh, Is.Empty, "OpenSim.log");
        }
    }

    /// <summary>The next account in rotation, so that its last visit has had time to end.</summary>
    protected int NextUser() => Interlocked.Increment(ref _nextUser) % Grid.Users + 1;

    /// <summary>Logs a viewer in; it leaves at the end of the test.</summary>
    protected GridVisit Visit(ViewerOptions options, LinkOptions? toServer = null, LinkOptions? toClient = null, OpenSimInstance? grid = null, string? region = null)
    {
        GridVisit visit = GridVisit.Begin(Loop, grid ?? Grid, NextUser(), options, toServer, toClient, region);
        lock (_visits)
            _visits.Add(visit);
        return visit;
    }

    /// <summary>Measures the age of a walker's updates at an observer while an action runs.</summary>
    protected DelaySummary AgesWhile(GridVisit walker, GridVisit observer, Action what)
    {
        FreshnessProbe probe = new(Loop, walker.Viewer, walker.Login.AgentId, observer.Viewer);
        Loop.Invoke(probe.Start);
        what();
        DelaySummary age = Loop.Invoke(() =>
        {
            probe.Stop();
            return probe.Ages.Summarise();
        });
        TestContext.Out.WriteLine($"age of {probe.Ages.Count} updates, of {probe.Sent} headings: p50 {age.P50:0.0} ms, p99 {age.P99:0.0} ms, max {age.Max:0.0} ms");
        Assert.That(probe.Ages.Count, Is.GreaterThan(20));
        return age;
    }

    /// <summary>A viewer's split of a circuit rate in Mbit/s of 1000 kbit.</summary>
    protected static ChannelRates Circuit(double megabits) =>
        ViewerSplit.Of(DataRate.FromMegabitsPerSecond(megabits), DataRate.FromMegabitsPerSecond(8).ViewerKilobitsPerSecond);

    /// <summary>Runs an action for 0 to <paramref name="count"/> - 1, several at the same time, because a login mostly waits.</summary>
    protected static void SomeAtOnce(int count, Action<int> what) => Parallel.For(0, count, new ParallelOptions { MaxDegreeOfParallelism = 6 }, what);

    protected static void Leave(IReadOnlyList<GridVisit> visits) => SomeAtOnce(visits.Count, i => visits[i].Dispose());

    /// <summary>Runs two actions at the same time.</summary>
    protected static void Both(Action one, Action other)
    {
        Task first = Task.Run(one);
        Task second = Task.Run(other);
        // An exception of the test framework must not be wrapped.
        Task.WhenAll(first, second).GetAwaiter().GetResult();
    }

    private IEnumerable<OpenSimInstance> Grids => ((OpenSimInstance?[])[_grid, _second]).OfType<OpenSimInstance>();

    private static OpenSimInstance Start(OpenSimOptions options)
    {
        OpenSimInstance grid = OpenSimInstance.Start(options);
        TestContext.Progress.WriteLine($"OpenSimulator {options.Bin.Version}: started in {grid.StartTime}");
        return grid;
    }

    private string[] ErrorsOf(OpenSimInstance grid) => grid == _second && _secondIsStock ? [] : grid.Errors();

    private void Stop(OpenSimInstance? grid)
    {
        if (grid is null)
            return;
        grid.Stop();
        string[] errors = ErrorsOf(grid);
        bool stopped = grid.HasStopped, inGoodOrder = grid.StoppedCleanly;
        string folder = grid.Folder;
        grid.Dispose();
        Assert.That(errors, Is.Empty);
        Assert.That((stopped, inGoodOrder, Directory.Exists(folder)), Is.EqualTo((true, true, false)));
    }
}
