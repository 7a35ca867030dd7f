using System.Globalization;
using System.Runtime.Versioning;
using Mongoose.Testbed.Results;
using Mongoose.Testbed.Scenarios.Reading;
using Mongoose.Testbed.Scenarios.Running;

namespace Mongoose.Tests.Simulators;

/// <summary>Downloads from a real OpenSimulator beside a circuit, on a line that the kernel's TCP crosses too.</summary>
[Category("OpenSim")]
[NonParallelizable] // It measures.
[SupportedOSPlatform("linux")]
public sealed class GridDownloadTests
{
    private const int Deadline = 300_000;

    private const string Stock = """ "server": "stock" """, Paced = """ "server": "mongoose" """;

    [OneTimeSetUp]
    public static void FindAll()
    {
        InstalledOpenSim.FindOrSkip();
        TunNetworks.SkipWithout();
        ModuleFixture.Module();
        OpenSimPool.StopIdle();
    }

    [Test, CancelAfter(Deadline)]
    public void Objects_of_every_class_arrive_whole([Values(Stock, Paced)] string region, CancellationToken deadline)
    {
        TestbedRun run = Run(region, """ "textures": 2, "meshes": 2, "assets": 2, "objects": 10, "aloneSeconds": 2 """, 0, 25, deadline);
        Assert.Multiple(() =>
        {
            Assert.That(run.Problems, Is.Null.Or.Empty);
            Assert.That(run.Stats["http.failures"], Is.Zero);
            Assert.That(run.Stats["http.answers"], Is.EqualTo(10 + 10 + 5 * 10), "a mesh has five parts");
            Assert.That(run.Stats["http.lastObjectSeconds"], Is.InRange(0.5, 15));
            Assert.That(run.Stats["http.aloneAgeMs.p50"], Is.InRange(30, 200));
        });
    }

    [Test, Measured, CancelAfter(Deadline)]
    public void Pacing_keeps_the_updates_fresh_beside_downloads(CancellationToken deadline)
    {
        const string Many = """ "textures": 8, "meshes": 8, "assets": 8, "aloneSeconds": 4 """;
        TestbedRun stock = Run(Stock, Many, 14, 26, deadline), paced = Run(Paced, Many, 14, 26, deadline);
        foreach ((string name, TestbedRun run) in ((string, TestbedRun)[])[("stock", stock), ("paced", paced)])
        {
            TestContext.Out.WriteLine(string.Create(CultureInfo.InvariantCulture,
                $"{name}: {run.Stats["http.goodputKbps"]:0} kbit/s, age p95 {run.Stats["http.besideAgeMs.p95"]:0}, "
                    + $"alone {run.Stats["http.aloneAgeMs.p95"]:0} ms"));
        }
        Assert.Multiple(() =>
        {
            Assert.That(stock.Stats["line.down.queueMs.p95"], Is.AtLeast(150), "the downloads fill the buffer");
            Assert.That(paced.Stats["http.besideAgeMs.p95"], Is.AtMost(0.6 * stock.Stats["http.besideAgeMs.p95"]));
            Assert.That(paced.Stats["http.goodputKbps"], Is.AtLeast(0.7 * stock.Stats["http.goodputKbps"]));
        });
    }

    private static TestbedRun Run(string circuit, string downloads, int warmUp, int seconds, CancellationToken deadline) =>
        RealRun.Execute(ScenarioReader.Read($$"""
            {
              "title": "t", "clocks": "real", "regions": "openSim", "seconds": {{seconds}}, "warmUpSeconds": {{warmUp}},
              "links": { "line": { "down": { "rateKbps": 10000, "delayMs": 30, "queue": { "limitBytes": 300000 } },
                "up": { "rateKbps": 10000, "delayMs": 30 } } },
              "flows": [
                { "name": "visitor", "circuit": { {{circuit}}, "textures": false } },
                { "name": "http", "startSeconds": 8, "downloads": { "circuit": "visitor", {{downloads}} } }
              ]
            }
            """, "downloads.json"), seed: 1, deadline);
}
