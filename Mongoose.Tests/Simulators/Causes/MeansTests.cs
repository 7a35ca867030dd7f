using System.Runtime.Versioning;
using Mongoose.Tests.Simulators.Causes.Figures;
using Mongoose.Tests.Simulators.Causes.Runs;
using Mongoose.Tests.Simulators.Causes.Setups;
using NUnit.Framework.Constraints;

namespace Mongoose.Tests.Simulators.Causes;

/// <summary>Each set-up does what it says, by figures from outside the product: of the host, of OpenSimulator, of visitors.</summary>
[Category("OpenSim"), Category("Tun")]
[NonParallelizable] // It measures.
[SupportedOSPlatform("linux")]
public sealed class MeansTests
{
    private const int Seconds = 10, Starting = 4;

    private static IEnumerable<TestCaseData> Means()
    {
        yield return Case(new QuotaSetup(0.12), "cores of the simulator", second => second.Cores, Is.AtMost(0.15));
        yield return Case(new QuotaSetup(0.3), "cores of the simulator", second => second.Cores, Is.AtMost(0.36));
        yield return Case(new ScriptSetup(ScriptKind.Busy, 40) { Threads = 16 }, "cores of scripts", Threads("YScript"), Is.AtLeast(0.5));
        yield return Case(new ScriptSetup(ScriptKind.Shapes, 100), "time dilation", Dilation, Is.AtMost(0.3));
        yield return Case(new PhysicsSetup("ubODE", 1200), "time dilation", Dilation, Is.AtMost(0.3));
        yield return Case(new PhysicsSetup("BulletSim", 800), "physics, ms of a frame of 18 ms", second => second.Region.PhysicsMs,
            Is.AtLeast(9));
        yield return Case(new CollectionsSetup { IsServer = true }, "cores of collections", Threads(".NET Server GC"), Is.AtLeast(0.3));
        yield return Case(new FrozenSetup(), "frames", second => second.HeartbeatSleeps, Is.Zero);
        yield return Case(new PoolSetup(), "age of what visitors see, ms", Age, Is.AtLeast(300));
        yield return Case(new StoppedSetup(), "age of what visitors see, ms", Age, Is.AtLeast(300));
        yield return Case(new BusyHostSetup(), "cores of the simulator", second => second.Cores, Is.AtMost(0.3));
        AssetsSetup assets = new();
        yield return Case(assets, "bytes by HTTP", _ => assets.ReceivedBytes, Is.AtMost(2000));
        yield return Case(new LineSetup(isPoliced: false), "kbit/s", Rate(0), Is.AtMost(520));
        yield return Case(new LineSetup(isPoliced: true), "kbit/s", Rate(0), Is.AtMost(520));
        yield return Case(new DownloadsSetup(), "bytes in the line", second => second.Visitors[0].WaitingBytes, Is.AtLeast(2000));
        yield return Case(new StrangerSetup(), "bytes in the line", second => second.Visitors[0].WaitingBytes, Is.AtLeast(10_000));
        yield return Case(new ViewerSetup(), "kbit/s", Rate(0), Is.AtMost(430));
        yield return Case(LimitSetup.Cap(), "kbit/s", Rate(0), Is.AtMost(520));
        yield return Case(LimitSetup.Scene(), "kbit/s of all", All, Is.AtMost(2050));
        yield return Case(LimitSetup.Uplink(), "kbit/s of all", All, Is.AtMost(2050));
        yield return Case(new UplinkSetup(), "kbit/s of all", All, Is.AtMost(2050));
        yield return Case(new NeighbourSetup(), "kbit/s of both", second => second.Visitors[0].Kbps + second.Visitors[1].Kbps,
            Is.AtMost(1250));
    }

    [TestCaseSource(nameof(Means))]
    public void The_cause_is_there_while_it_lasts(object setup, string figure, object read, IResolveConstraint expected)
    {
        Setup tried = (Setup)setup;
        using Place place = new(InstalledOpenSim.FindOrSkip(), ModuleFixture.Module(), [tried]);
        using Sampler sampler = new(place);
        double before = Median(Sample(sampler, Starting + Seconds), (Func<Sample, double>)read);
        place.Begin(tried);
        double during = Median(Sample(sampler, Starting + Seconds), (Func<Sample, double>)read);
        place.End(tried);
        TestContext.Out.WriteLine($"{tried}: {figure}: {before:0.00} before, {during:0.00} during");
        Assert.That(during, expected, $"{tried}: {figure}");
        if (tried.Error is { } error)
            Assert.That(place.Grid.Errors().Where(line => line.Contains(" ERROR ", StringComparison.Ordinal)), Has.All.Contains(error));
        else
            Assert.That(place.Grid.Errors(), Is.Empty, "OpenSim.log");
    }

    private static TestCaseData Case(Setup setup, string figure, Func<Sample, double> read, IResolveConstraint expected) =>
        new TestCaseData(setup, figure, read, expected).SetArgDisplayNames(setup.Name);

    private static Func<Sample, double> Threads(string name) =>
        second => second.Threads.Where(thread => thread.Key.StartsWith(name, StringComparison.Ordinal)).Sum(thread => thread.Value);

    private static Func<Sample, double> Rate(int visitor) => second => second.Visitors[visitor].Kbps;

    private static double Age(Sample second) => second.Visitors.Average(visitor => visitor.AgeMs);

    private static double Dilation(Sample second) => second.Region.Dilation;

    private static double All(Sample second) => second.Visitors.Sum(visitor => visitor.Kbps);

    private static List<Sample> Sample(Sampler sampler, int seconds)
    {
        List<Sample> samples = [];
        for (int i = 0; i < seconds; i++)
        {
            Thread.Sleep(1000);
            samples.Add(sampler.Take());
        }
        return samples;
    }

    private static double Median(List<Sample> samples, Func<Sample, double> read) =>
        samples.Skip(Starting).Select(read).Order().ElementAt((samples.Count - Starting) / 2);
}
