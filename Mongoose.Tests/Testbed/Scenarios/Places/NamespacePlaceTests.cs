using System.Runtime.Versioning;
using Mongoose.Testbed.Results;
using Mongoose.Testbed.Scenarios.Running;

namespace Mongoose.Tests.Testbed.Scenarios.Places;

/// <summary>Runs with the kernel's TCP between two hosts.</summary>
[Category("Tun")]
[Platform("Linux")]
[SupportedOSPlatform("linux")]
[NonParallelizable] // It measures real packets.
public sealed class NamespacePlaceTests
{
    private const int Deadline = 60_000;

    [TestCase(true)]
    [TestCase(false)]
    [CancelAfter(Deadline)]
    public void Flows_cross_all_links_and_runs_with_a_clamp_count_damaged_packets(bool isClamped, CancellationToken deadline)
    {
        TunNetworks.SkipWithout();
        TestbedRun run = RealRun.Execute(ScenarioTexts.Read($$"""
            {
              "title": "t", "clocks": ["real"], "seconds": 1.5, "warmUpSeconds": 0.5,
              "links": {
                "near": { "down": { "delayMs": 10 }, "up": { "delayMs": 10 } },
                "far": { "down": { "rateKbps": 4000, "delayMs": 5 {{(isClamped ? """, "clamp": { "rateKbps": 2000 } """ : "")}} },
                  "up": { "delayMs": 5 } }
              },
              "flows": [ { "name": "flow", "tcp": {}, "path": ["near", "far"] } ]
            }
            """), 1, deadline);
        Assert.That(run.Stats["flow.rttMs.p50"], Is.GreaterThanOrEqualTo(30), "the delays of both links");
        Assert.That(run.Stats["far.down.utilisation"], isClamped ? Is.Positive.And.LessThan(0.7) : Is.GreaterThan(0.7));
        Assert.That(run.Stats.Names.Where(name => name.EndsWith("badSegments", StringComparison.Ordinal)),
            Is.EqualTo(isClamped ? new[] { "far.badSegments" } : []));
        if (isClamped)
            Assert.That(run.Stats["far.badSegments"], Is.Zero);
    }
}
