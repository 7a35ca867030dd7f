using System.Globalization;
using System.Runtime.Versioning;
using Mongoose.Tests.Simulators.Causes.Figures;
using Mongoose.Tests.Simulators.Causes.Runs;
using Mongoose.Tests.Simulators.Causes.Setups;

namespace Mongoose.Tests.Simulators.Causes;

/// <summary>Each set-up does what it says, by figures from outside the product.</summary>
[Category("OpenSim"), Category("Tun")]
[NonParallelizable] // It measures.
[SupportedOSPlatform("linux")]
public sealed class MeansTests
{
    private static Setup[] Setups() =>
    [
        new QuotaSetup(0.12),
        new QuotaSetup(0.3),
        new ScriptSetup(ScriptKind.Busy, 20),
        new ScriptSetup(ScriptKind.Captions, 200),
        new ScriptSetup(ScriptKind.Moves, 200),
        new PhysicsSetup("ubODE", 400),
        new PhysicsSetup("BulletSim", 400),
        new CollectionsSetup { Runtime = new Dictionary<string, string> { ["DOTNET_gcConcurrent"] = "0" } },
        new FrozenSetup(),
        new LineSetup(isPoliced: false),
        new LineSetup(isPoliced: true),
        new DownloadsSetup(),
        new StrangerSetup(),
        new ViewerSetup(),
        LimitSetup.Cap,
        LimitSetup.Scene,
        LimitSetup.Uplink,
        new UplinkSetup(),
        new NeighbourSetup(),
        new ScriptSetup(ScriptKind.Moves, 1000),
        new ScriptSetup(ScriptKind.Shapes, 100),
        new ScriptSetup(ScriptKind.Colours, 20) { Parts = 250 },
        new CollectionsSetup { Runtime = new Dictionary<string, string> { ["DOTNET_gcConcurrent"] = "1" } },
        new CollectionsSetup { Runtime = new Dictionary<string, string> { ["DOTNET_gcServer"] = "1", ["DOTNET_gcConcurrent"] = "0" } },
        new ScriptSetup(ScriptKind.Busy, 40) { Threads = 16 },
    ];

    [Test]
    public void Try([Range(0, 24)] int number)
    {
        Setup setup = Setups()[number];
        int seconds = int.Parse(Environment.GetEnvironmentVariable("MONGOOSE_CAUSES_SECONDS") ?? "10", CultureInfo.InvariantCulture);
        using Place place = new(InstalledOpenSim.FindOrSkip(), ModuleFixture.Module(), [setup]);
        using Sampler sampler = new(place);
        Print(setup, "before", place, sampler, seconds / 2);
        setup.Begin(place);
        sampler.Take();
        Print(setup, "during", place, sampler, seconds);
        setup.End(place);
        sampler.Take();
        Print(setup, "after", place, sampler, seconds / 2);
        TestContext.Out.WriteLine(string.Join('\n', place.Grid.Errors().Take(12)));
    }

    private static void Print(Setup setup, string when, Place place, Sampler sampler, int seconds)
    {
        for (int i = 0; i < seconds; i++)
        {
            Thread.Sleep(1000);
            Sample s = sampler.Take();
            string line = string.Create(CultureInfo.InvariantCulture, $"{setup.Name} | {when} {s.At:0} s | cores {s.Cores:0.00} throttled {s.Throttled:0.00} host {s.HostCores:0.00} | ")
                + string.Create(CultureInfo.InvariantCulture, $"beats {s.HeartbeatSleeps:0} dil {s.Region.Dilation:0.00} fps {s.Region.Fps:0} frame {s.Region.FrameMs:0} phys {s.Region.PhysicsMs:0.0} agents {s.Region.AgentsMs:0.0} net {s.Region.NetworkMs:0.0} other {s.Region.OtherMs:0.0} scripts {s.Region.Scripts:0} | ")
                + string.Join("; ", s.Visitors.Select(v => string.Create(CultureInfo.InvariantCulture, $"{v.Kbps:0}k {v.AgeMs:0}/{v.MaxAgeMs:0}ms q{v.WaitingBytes / 1000}")))
                + " | " + string.Join(", ", s.Threads.OrderByDescending(t => t.Value).Take(6).Select(t => string.Create(CultureInfo.InvariantCulture, $"{t.Key} {t.Value:0.00}")));
            string by = string.Join(' ', place.Status.Data().GetProperty("visitors").EnumerateArray().Select(v => v.GetProperty("by").GetString()));
            TestContext.Progress.WriteLine(line + " | " + by);
            File.AppendAllText("/tmp/me/setups-raw.txt", line + " | " + by + "\n");
        }
    }
}
