using Mongoose.Testbed.Particles;
using Mongoose.Testbed.Particles.Peers;
using Mongoose.Testbed.Results;
using Mongoose.Testbed.Scenarios;
using Mongoose.Testbed.Scenarios.Running;
using Mongoose.Tests.Testbed.Scenarios;

namespace Mongoose.Tests.Testbed.Particles;

/// <summary>Every peer in simulation: the default profile has 15025 values.</summary>
public sealed class PeerTests
{
    private const string Room = """{ "rateKbps": 5000, "delayMs": 10 }""",
        Narrow = """{ "rateKbps": 256, "delayMs": 5, "queue": { "limitBytes": 16000 } }""";
    private const string Lossy = """{ "rateKbps": 2000, "delayMs": 20, "loss": { "percent": 5 } }""";

    private static IEnumerable<string> Simulated => PeerNames.Names.Except([PeerNames.Enet]);

    private static IEnumerable<string> Reliable => Simulated.Except([PeerNames.Udp, PeerNames.SctpTtl]);

    [TestCaseSource(nameof(Simulated))]
    public void On_a_clean_line_with_room_every_value_arrives_within_a_frame(string peer)
    {
        TestbedRun run = Run(peer, Room);
        Assert.Multiple(() =>
        {
            Assert.That(run.Stats["p.values"], Is.EqualTo(15025));
            Assert.That(run.Stats["p.wrongAtEnd"], Is.Zero);
            Assert.That(run.Stats["p.oldValues"], Is.Zero);
            Assert.That(run.Stats["p.lateValuesPercent"], Is.Zero);
            Assert.That(run.Stats["p.valueDelayMs.p50"], Is.InRange(10, 25));
            Assert.That(run.Stats["p.ageMs.max"], Is.Zero);
            Assert.That(run.Stats["p.settledMs"], Is.InRange(10, 15));
            Assert.That(run.Stats["p.sentKB"], Is.InRange(250, 400),
                "15025 values of 20 bytes, with headers; Verse codes shorter numbers in fewer bytes");
            Assert.That(run.Stats["p.resentKB"], Is.Zero);
        });
    }

    [TestCaseSource(nameof(Reliable))]
    public void With_losses_a_reliable_peer_ends_right(string peer)
    {
        TestbedRun run = Run(peer, Lossy);
        Assert.That(run.Stats["line.down.lostPercent"], Is.InRange(1, 10));
        Assert.That(run.Stats["p.wrongAtEnd"], Is.Zero);
        Assert.That(run.Stats["p.settledMs"], Is.GreaterThan(20));
        Assert.That(run.Stats["p.resentKB"], Is.Positive);
    }

    [Test]
    public void What_verse_sends_again_counts_in_messages_as_with_other_peers()
    {
        double bytes = Math.Round(1000 * Run(PeerNames.VerseCc, Lossy).Stats["p.resentKB"]);
        Assert.That(bytes, Is.Positive);
        Assert.That(bytes % ParticleValue.Bytes, Is.Zero);
    }

    [TestCase("udp", 1400)]
    [TestCase("tcp", 1400)]
    [TestCase("tcp-conflating", 1400)]
    [TestCase("sctp", 1200)]
    [TestCase("sctp-ttl", 1200)]
    [TestCase("verse", 1076)]
    [TestCase("verse-cc", 1076)]
    public void The_longest_message_arrives_and_a_longer_one_is_reported(string peer, int longest)
    {
        TestbedRun run = SimulatedRun.Execute(Long(peer, longest), 1, default);
        Assert.That((run.Stats["p.values"], run.Stats["p.wrongAtEnd"]), Is.EqualTo((20, 0)));
        Assert.That(ScenarioTexts.ProblemsOf(() => Long(peer, longest + 1)).Single(),
            Does.StartWith($"$.flows[0].particles.messageBytes: {longest + 1}: allowed are 20 to {longest} bytes"));
    }

    [TestCase(PeerNames.Udp)]
    [TestCase(PeerNames.SctpTtl)]
    public void On_a_narrow_line_an_unreliable_peer_ends_wrong(string peer)
    {
        TestbedRun run = Run(peer, Narrow);
        Assert.That(run.Stats["p.wrongAtEnd"], Is.Positive);
        Assert.That(run.Stats["p.values"], Is.LessThan(15025));
        Assert.That(run.Stats["p.settledMs"], Is.NaN);
    }

    [Test]
    public void Blind_tcp_delivers_everything_late_and_conflating_tcp_leaves_out_what_is_old()
    {
        TestbedRun blind = Run(PeerNames.Tcp, Narrow), conflating = Run(PeerNames.TcpConflating, Narrow);
        Assert.Multiple(() =>
        {
            Assert.That(blind.Stats["p.values"], Is.EqualTo(15025));
            Assert.That(conflating.Stats["p.values"], Is.InRange(8000, 14000));
            Assert.That(conflating.Stats["p.ageMs.mean"], Is.LessThan(0.6 * blind.Stats["p.ageMs.mean"]));
        });
    }

    [Test]
    public void Unordered_sctp_shows_old_values_after_newer_ones_and_tcp_does_not()
    {
        Assert.That(Run(PeerNames.Sctp, Lossy).Stats["p.oldValues"], Is.Positive);
        Assert.That(Run(PeerNames.Tcp, Lossy).Stats["p.oldValues"], Is.Zero);
    }

    [TestCaseSource(nameof(Simulated))]
    public void The_same_seed_gives_the_same_figures(string peer)
    {
        string first = Stats(1);
        Assert.That(Stats(1), Is.EqualTo(first));
        Assert.That(Stats(2), Is.Not.EqualTo(first));

        string Stats(long seed) => string.Join('\n', Run(peer, Lossy, seed).Stats);
    }

    private static TestbedRun Run(string peer, string down, long seed = 1) => SimulatedRun.Execute(Scenario(peer, down), seed, default);

    private static Scenario Long(string peer, int bytes) => ScenarioTexts.Read($$"""
        {
          "title": "t", "seconds": 5,
          "links": { "line": { "down": {{Room}}, "up": { "delayMs": 10 } } },
          "flows": [ { "name": "p", "particles": {
            "peer": "{{peer}}", "messageBytes": {{bytes}}, "count": 2, "frames": 10, "growFrames": 0, "shrinkFrames": 1,
              "settleSeconds": 2 } } ]
        }
        """);

    private static Scenario Scenario(string peer, string down) => ScenarioTexts.Read($$"""
        {
          "title": "t", "seconds": 20,
          "links": { "line": { "down": {{down}}, "up": { "delayMs": 10 } } },
          "flows": [ { "name": "p", "particles": { "peer": "{{peer}}", "settleSeconds": 10 } } ]
        }
        """);
}
