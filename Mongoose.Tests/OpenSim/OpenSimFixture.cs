using Mongoose.Client.Runtime;
using Mongoose.Client.Viewers;
using Mongoose.Core.Channels;
using Mongoose.Core.Units;
using Mongoose.Testbed.Links;
using Mongoose.Testbed.OpenSim;

namespace Mongoose.Tests.OpenSim;

/// <summary>
/// Tests in one real OpenSim that all tests of the fixture share. Reported as skipped where none is found. After each test no
/// error may be in OpenSim's log.
/// </summary>
[Category("OpenSim")]
[NonParallelizable]
public abstract class OpenSimFixture
{
    private readonly List<GridVisit> _visits = [];
    private OpenSimInstance? _grid;
    private RealTimeLoop? _loop;
    private int _nextUser;
    private int _errorsSeen;

    /// <summary>What the fixture's OpenSim is like.</summary>
    protected virtual OpenSimOptions Options(OpenSimBin bin) => new() { Bin = bin, Users = 12 };

    protected OpenSimInstance Grid => _grid!;

    /// <summary>The viewers' thread.</summary>
    protected RealTimeLoop Loop => _loop!;

    /// <summary>The installation that tests run; where there is none, they are reported as skipped.</summary>
    public static OpenSimBin FindOrSkip()
    {
        OpenSimBin? bin = OpenSimBin.FindDefault();
        if (bin is null)
            Assert.Ignore($"no OpenSimulator in {OpenSimBin.DefaultDirectory}: set {OpenSimBin.Variable} to the bin/ of one");
        return bin!;
    }

    [OneTimeSetUp]
    public void StartGrid()
    {
        OpenSimBin bin = FindOrSkip();
        _grid = OpenSimInstance.Start(Options(bin));
        _loop = new RealTimeLoop("viewers");
        TestContext.Progress.WriteLine($"OpenSimulator {bin.Version}: started in {_grid.StartTime}");
    }

    [OneTimeTearDown]
    public void StopGrid()
    {
        _loop?.Dispose();
        if (_grid is not { } grid)
            return;
        grid.Stop();
        string[] errors = grid.Errors();
        bool stopped = grid.HasStopped, inGoodOrder = grid.StoppedInGoodOrder;
        string folder = grid.Folder;
        grid.Dispose();
        Assert.That(errors, Is.Empty);
        Assert.That((stopped, inGoodOrder, Directory.Exists(folder)), Is.EqualTo((true, true, false)));
    }

    [TearDown]
    public void LeaveGrid()
    {
        if (_grid is null)
            return;
        _visits.ForEach(visit => visit.Dispose());
        _visits.Clear();
        string[] errors = Grid.Errors();
        string[] fresh = errors[Math.Min(_errorsSeen, errors.Length)..];
        _errorsSeen = errors.Length;
        Assert.That(fresh, Is.Empty, "OpenSim.log");
    }

    /// <summary>The next account, in turn: it has had time to leave.</summary>
    protected int NextUser() => _nextUser++ % Options(null!).Users + 1;

    /// <summary>A viewer that is in the region; it leaves at the end of the test.</summary>
    protected GridVisit Visit(ViewerOptions options, LinkOptions? toServer = null, LinkOptions? toClient = null)
    {
        GridVisit visit = GridVisit.Begin(Loop, Grid, NextUser(), options, toServer, toClient);
        _visits.Add(visit);
        return visit;
    }

    /// <summary>The viewer's split of a circuit in Mbit/s of 1000.</summary>
    protected static ChannelRates Circuit(double megabits) =>
        ViewerSplit.Of(DataRate.FromMegabitsPerSecond(megabits), DataRate.FromMegabitsPerSecond(8).ViewerKilobitsPerSecond);
}
