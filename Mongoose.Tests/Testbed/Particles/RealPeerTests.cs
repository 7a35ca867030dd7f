using System.Runtime.Versioning;
using Mongoose.Network.Enet;
using Mongoose.Network.Sctp;
using Mongoose.Testbed.Results;
using Mongoose.Testbed.Scenarios;
using Mongoose.Testbed.Scenarios.Running;
using Mongoose.Tests.Testbed.Scenarios;

namespace Mongoose.Tests.Testbed.Particles;

/// <summary>Peers on real packets. A short profile has 10 particles in 25 frames; the tests pass on hosts of any speed.</summary>
public sealed class RealPeerTests
{
    private const int Deadline = 60_000;

    [Test, CancelAfter(Deadline)]
    public void Datagrams_cross_the_relay_on_loopback([Values("udp", "verse", "verse-cc")] string peer, CancellationToken deadline) =>
        CheckEndsRight(Run(peer, PlaceKind.Loopback, deadline));

    [Test, CancelAfter(Deadline)]
    public void Libraries_cross_the_relay_on_loopback([Values("sctp", "sctp-ttl", "enet")] string peer, CancellationToken deadline)
    {
        if (peer == "enet" ? !EnetLibrary.Library.IsInstalled : !SctpLibrary.Library.IsInstalled)
            Assert.Ignore(peer == "enet" ? EnetLibrary.Library.HowToInstall : SctpLibrary.Library.HowToInstall);
        TestbedRun run = Run(peer, PlaceKind.Loopback, deadline);
        CheckEndsRight(run);
        Assert.That(double.IsNaN(run.Stats[$"{peer}.resentKB"]), Is.EqualTo(peer == "enet"), "ENet counts no bytes that it sends again");
    }

    [Test, CancelAfter(Deadline)]
    [Category("Tun"), Platform("Linux"), SupportedOSPlatform("linux")]
    public void The_kernel_s_tcp_and_datagrams_cross_the_link_between_namespaces(CancellationToken deadline)
    {
        TunNetworks.SkipWithout();
        TestbedRun run = RealRun.Execute(Scenario(["tcp", "tcp-conflating", "udp", "verse-cc"], PlaceKind.Namespaces), 1, deadline);
        Assert.Multiple(() =>
        {
            foreach (string peer in (string[])["tcp", "tcp-conflating", "verse-cc"])
            {
                Assert.That(run.Stats[$"{peer}.wrongAtEnd"], Is.Zero, peer);
                Assert.That(run.Stats[$"{peer}.oldValues"], Is.Zero, peer);
                Assert.That(run.Stats[$"{peer}.sentKB"], Is.GreaterThan(3), peer);
            }
            Assert.That(run.Stats["udp.values"], Is.Positive);
        });
    }

    [Test]
    public void Enet_is_not_simulated() => Assert.That(
        ScenarioTexts.ProblemsOf(() =>
            ScenarioTexts.WithFlow(""" "particles": { "peer": "enet", "settleSeconds": 0, "leadSeconds": 0 } """)),
        Has.One.StartsWith("$.flows[0].particles.peer: \"enet\": enet is the real library, which has no simulated time"));

    [Test]
    public void A_scenario_must_last_until_the_end_of_settling() => Assert.That(
        ScenarioTexts.ProblemsOf(() => ScenarioTexts.WithFlow(""" "particles": { "peer": "udp" } """)),
        Is.EqualTo(new[] { "$.seconds: 10: allowed is at least 13.96 s, when the particles of flow have settled" }));

    private static void CheckEndsRight(TestbedRun run)
    {
        (string name, _) = run.Stats.Names.Select(stat => (stat.Split('.')[0], stat))
            .First(pair => pair.stat.EndsWith("wrongAtEnd", StringComparison.Ordinal));
        Assert.Multiple(() =>
        {
            Assert.That(run.Stats[$"{name}.wrongAtEnd"], Is.Zero);
            Assert.That(run.Stats[$"{name}.oldValues"], Is.Zero);
            Assert.That(run.Stats[$"{name}.valueDelayMs.p50"], Is.GreaterThanOrEqualTo(10), "the link's delay");
            Assert.That(run.Stats[$"{name}.sentKB"], Is.GreaterThan(3));
            Assert.That(run.Stats["line.down.utilisation"], Is.GreaterThan(0.001), "the data crosses the link down");
        });
    }

    private static TestbedRun Run(string peer, PlaceKind place, CancellationToken deadline) =>
        RealRun.Execute(Scenario([peer], place), 1, deadline);

    private static Scenario Scenario(string[] peers, PlaceKind place)
    {
        string flows = string.Join(", ", peers.Select(peer => $$"""
            { "name": "{{peer}}",
              "particles": { "peer": "{{peer}}", "count": 10, "frames": 25, "growFrames": 5, "shrinkFrames": 5, "settleSeconds": 2 } }
            """));
        Scenario scenario = ScenarioTexts.Read($$"""
            {
              "title": "t", "clocks": ["real"], "seconds": 5,
              "links": { "line": { "down": { "rateKbps": 5000, "delayMs": 10 }, "up": { "rateKbps": 5000, "delayMs": 10 } } },
              "flows": [ {{flows}} ]
            }
            """);
        Assert.That(scenario.PlaceOn(ClockKind.Real), Is.EqualTo(place));
        return scenario;
    }
}
