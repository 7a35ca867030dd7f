using System.Text.RegularExpressions;
using Mongoose.Client.Viewers;
using Mongoose.Core.Channels;
using Mongoose.Core.Units;
using Mongoose.Network.Links;
using Mongoose.Runtime.Statistics;
using Mongoose.Runtime.Time;
using Mongoose.Simulators;
using Mongoose.Testbed.OpenSim;

namespace Mongoose.Tests.Simulators;

/// <summary>
/// Tests in a real OpenSim that all tests of the fixture share, and in a second OpenSim if two are compared. The tests are skipped if
/// OpenSim is not installed. After each test, neither log may contain an error, except the log of a stock OpenSim that is compared with one
/// with the module. Fixtures that measure are <see cref="NonParallelizableAttribute"/>: they have the host for themselves. The others run
/// beside each other.
/// </summary>
[Category("OpenSim")]
[FixtureLifeCycle(LifeCycle.SingleInstance)]
public abstract class OpenSimFixture
{
    /// <summary>How long tests wait for what a quiet host does within a few seconds; in milliseconds.</summary>
    protected const int PatienceMs = 90_000;

    /// <inheritdoc cref="PatienceMs"/>
    internal static readonly TimeSpan Patience = TimeSpan.FromMilliseconds(PatienceMs);

    private readonly List<GridVisit> _visits = [];
    private CheckedOpenSim? _grid;
    private CheckedOpenSim? _second;
    private RealTimeLoop? _loop;

    /// <summary>The options of the fixture's OpenSim.</summary>
    protected virtual OpenSimOptions Options(OpenSimBin bin) => new() { Bin = bin, Users = 12 };

    /// <summary>The options of the second OpenSim; null if there is none.</summary>
    protected virtual OpenSimOptions? SecondOptions(OpenSimBin bin) => null;

    /// <summary>
    /// The name of the fixture's <see cref="Options"/>, if other fixtures have the same and their tests leave an OpenSim as they found it;
    /// null: the fixture starts an OpenSim of its own.
    /// </summary>
    protected virtual string? Configuration => null;

    protected OpenSimInstance Grid => _grid!.Instance;

    protected OpenSimInstance Second => _second!.Instance;

    /// <summary>The viewers' thread.</summary>
    protected RealTimeLoop Loop => _loop!;

    [OneTimeSetUp]
    public void StartGrids()
    {
        OpenSimBin bin = InstalledOpenSim.FindOrSkip();
        _loop = new RealTimeLoop("viewers");
        OpenSimOptions options = Options(bin);
        OpenSimOptions? second = SecondOptions(bin);
        bool isAlone = GetType().IsDefined(typeof(NonParallelizableAttribute), inherit: false);
        AtOnce(
            () => { if (isAlone) OpenSimPool.StopIdle(except: Configuration); },
            () => _grid = Configuration is { } name ? OpenSimPool.Take(name, () => Start(options)) : Start(options),
            () => _second = second is null ? null : new CheckedOpenSim(second, isErrorAllowed: second.Module.Count == 0));
    }

    [OneTimeTearDown]
    public void StopGrids()
    {
        _loop?.Dispose();
        AtOnce(() => Release(_grid, Configuration), () => Release(_second, configuration: null));
    }

    [TearDown]
    public void LeaveGrids()
    {
        // Each visit may wait a second for the region's confirmation of the logout.
        Leave(_visits);
        _visits.Clear();
        Assert.That(Grids.SelectMany(grid => grid.FreshErrors()), Is.Empty, "OpenSim.log");
        Assert.That(OpenSimPool.TakeFaults(), Is.Empty, "the OpenSim of an earlier fixture");
    }

    /// <inheritdoc cref="CheckedOpenSim.NextUser"/>
    protected int NextUser() => _grid!.NextUser();

    /// <summary>Logs a viewer in; it leaves at the end of the test.</summary>
    protected GridVisit Visit(ViewerOptions options, LinkOptions? toServer = null, LinkOptions? toClient = null,
        OpenSimInstance? grid = null, string? region = null)
    {
        GridVisit visit = GridVisit.Begin(Loop, grid ?? Grid, NextUser(), options, toServer, toClient, region);
        lock (_visits)
            _visits.Add(visit);
        return visit;
    }

    /// <summary>Waits for a line of the log; returns the first group of the expression.</summary>
    /// <param name="pattern">A regular expression of the line.</param>
    /// <param name="after">The number of lines that the log had before the action: an earlier test may have caused the same line.</param>
    protected string WaitForLog(string pattern, int after)
    {
        Match? found = null;
        Assert.That(() =>
            (found = Grid.Log().Skip(after).Select(line => Regex.Match(line, pattern)).FirstOrDefault(match => match.Success)) is not null,
            Is.True.After(PatienceMs, 50), pattern);
        return found!.Groups[1].Value;
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
        TestContext.Out.WriteLine($"age of {probe.Ages.Count} updates, of {probe.Sent} headings: p50 {age.P50:0.0} ms, "
            + $"p99 {age.P99:0.0} ms, max {age.Max:0.0} ms");
        Assert.That(probe.Ages.Count, Is.GreaterThan(20));
        return age;
    }

    /// <summary>A viewer's split of a circuit rate in Mbit/s of 1000 kbit.</summary>
    protected static ChannelRates Circuit(double megabits) =>
        ViewerSplit.Of(DataRate.FromMegabitsPerSecond(megabits), DataRate.FromMegabitsPerSecond(8).ViewerKilobitsPerSecond);

    /// <summary>Runs an action for 0 to <paramref name="count"/> - 1, several at the same time, because a login mostly waits.</summary>
    protected static void SomeAtOnce(int count, Action<int> what) =>
        Parallel.For(0, count, new ParallelOptions { MaxDegreeOfParallelism = 6 }, what);

    protected static void Leave(IReadOnlyList<GridVisit> visits) => SomeAtOnce(visits.Count, i => visits[i].Dispose());

    /// <summary>Runs two actions at the same time.</summary>
    protected static void Both(Action one, Action other) => AtOnce(one, other);

    // An exception of the test framework must not be wrapped.
    private static void AtOnce(params Action[] actions) => Task.WhenAll(actions.Select(Task.Run)).GetAwaiter().GetResult();

    private IEnumerable<CheckedOpenSim> Grids => ((CheckedOpenSim?[])[_grid, _second]).OfType<CheckedOpenSim>();

    private static void Release(CheckedOpenSim? grid, string? configuration)
    {
        if (grid is not null && configuration is not null)
            OpenSimPool.Return(configuration, grid);
        else if (grid is not null)
            OpenSimPool.Stop(grid);
    }

    private static CheckedOpenSim Start(OpenSimOptions options) => new(options, isErrorAllowed: false);
}
