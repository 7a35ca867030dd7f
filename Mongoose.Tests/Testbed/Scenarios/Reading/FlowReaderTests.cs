using Mongoose.Client.Viewers;
using Mongoose.Core.Units;
using Mongoose.Network.Numerics;
using Mongoose.Network.Tcp;
using Mongoose.Network.Tcp.Applications;
using Mongoose.Testbed.Region.Content;
using Mongoose.Testbed.Region.Options;
using Mongoose.Testbed.Scenarios;
using Mongoose.Testbed.Scenarios.Flows;

namespace Mongoose.Tests.Testbed.Scenarios.Reading;

public sealed class FlowReaderTests
{
    [Test]
    public void A_connection_is_read_from_its_keys()
    {
        TcpFlowOptions tcp = Tcp("""
            "congestionControl": "vegas", "segmentBytes": 500, "segmentsPerAck": 2, "initialWindowSegments": 3, "receiveWindowBytes": 65536,
            "sack": false, "ecn": true, "minRtoMs": 1000, "application": { "bytes": 100000 }
            """);
        Assert.That(tcp, Is.EqualTo(new TcpFlowOptions
        {
            CongestionControl = "vegas",
            Tcp = TcpOptions.Linux with
            {
                SegmentBytes = 500,
                SegmentsPerAck = 2,
                InitialWindowSegments = 3,
                ReceiveWindowBytes = 65_536,
                Sack = false,
                Ecn = true,
                MinRto = Duration.FromSeconds(1),
            },
            Application = new BulkApplication(100_000),
        }));
    }

    [Test]
    public void Each_application_has_its_keys()
    {
        Assert.That(Tcp("""  "application": { "kind": "onOff", "onSeconds": 2, "offSeconds": 3, "variation": "constant" } """).Application,
            Is.EqualTo(new OnOffApplication(
                new OnOffOptions { On = Duration.FromSeconds(2), Off = Duration.FromSeconds(3), Variation = Variation.Constant })));
        Assert.That(Tcp(
            """  "application": { "kind": "requestResponse", "responseBytes": 5000, "thinkSeconds": 0.5, "thinkFromRequest": true } """)
            .Application,
            Is.EqualTo(new RequestResponseApplication(
                new RequestResponseOptions { ResponseBytes = 5000, ThinkTime = Duration.FromSeconds(0.5), ThinkFromRequest = true })));
    }

    [TestCase("348", new[] { 348 })]
    [TestCase("[73, 373, 973]", new[] { 73, 373, 973 })]
    public void Texture_packets_have_one_size_or_several(string json, int[] expected)
    {
        FlowGroup group = ScenarioTexts.WithFlow($$"""  "circuit": { "texturePacketBytes": {{json}} } """).Flows[0];
        Assert.That(((CircuitOptions)group.Kind).TexturePacketBytes, Is.EqualTo(expected));
    }

    [TestCase("", null, "Root")]
    [TestCase(""" "visitor": "anna", "role": "child" """, "anna", "Child")]
    public void The_region_of_a_circuit_knows_its_visitor_and_role(string keys, string? visitor, string role)
    {
        RegionOptions region = CircuitFlow.RegionOf(Circuit(keys));
        Assert.That((region.Visitor, $"{region.Role}"), Is.EqualTo((visitor, role)));
    }

    [Test]
    public void A_viewer_is_read_from_its_keys_and_acks_processed_packets_by_default()
    {
        Assert.That(Circuit("").Viewer, Is.EqualTo(new ViewerHabits { Acks = AckManner.Processed }));
        ViewerHabits habits = Circuit("""
            "viewer": {
              "acks": "queued", "framesPerSecond": 30, "hitchSeconds": 0.5, "hitchEverySeconds": 1, "agentUpdatesPerSecond": 2,
              "socketBytes": 800000, "ringPackets": 256, "packetMs": 0.2, "processingMs": 10, "ackCollectMs": 50
            }
            """).Viewer;
        Assert.That(habits, Is.EqualTo(new ViewerHabits
        {
            Acks = AckManner.Queued,
            AckDelay = Duration.FromMilliseconds(50),
            AgentUpdatesPerSecond = 2,
            Frames = new FrameOptions
            {
                FramesPerSecond = 30,
                HitchLength = Duration.FromSeconds(0.5),
                HitchInterval = Duration.FromSeconds(1),
                SocketBytes = 800_000,
                RingPackets = 256,
                PacketTime = Duration.FromMilliseconds(0.2),
                ProcessingTime = Duration.FromMilliseconds(10),
            },
        }));
    }

    [TestCase("none", "", false, 10)]
    [TestCase("walking", "", true, 10)]
    [TestCase("none", """, "viewer": { "agentUpdatesPerSecond": 1 }""", true, 1)]
    [TestCase("walking", """, "viewer": { "agentUpdatesPerSecond": 0 }""", false, 0)]
    public void An_avatar_sends_updates_if_avatars_walk_or_the_viewer_requires_it(string activity, string viewer, bool walks,
        double perSecond)
    {
        CircuitOptions circuit = Circuit($"""  "activity": "{activity}" {viewer} """);
        ViewerOptions options = circuit.Viewer.ApplyTo(new ViewerOptions { Walks = circuit.Activity != Activity.None });
        Assert.That((options.Walks, options.AgentUpdatesPerSecond), Is.EqualTo((walks, perSecond)));
    }

    [Test]
    public void Times_are_read_from_the_file()
    {
        FlowGroup group = ScenarioTexts.WithFlow(
            """  "startSeconds": 1, "startSpreadSeconds": 2, "stopSeconds": 9, "extraDelayMs": 40, "circuit": {} """).Flows[0];
        Assert.That((group.Start.Seconds, group.StartSpread.Seconds, group.Stop?.Seconds, group.ExtraDelay.Milliseconds),
            Is.EqualTo((1.0, 2.0, 9.0, 40.0)));
    }

    [Test]
    public void A_spread_of_the_extra_delay_is_drawn_for_each_flow()
    {
        FlowGroup group = ScenarioTexts.WithFlow("""  "extraDelayMs": 40, "extraDelaySpreadMs": 0.5, "circuit": {} """).Flows[0];
        SeededRandom random = new(1);
        double[] drawn = Enumerable.Range(0, 200).Select(_ => group.DrawExtraDelay(random).Milliseconds).ToArray();
        Assert.That(drawn, Is.All.InRange(40.0, 40.5));
        Assert.That(drawn.Max() - drawn.Min(), Is.GreaterThan(0.4));
    }

    [TestCase(""" "tcp": {}, "circuit": {} """, ": a flow needs exactly one of circuit, tcp, game, particles, voice, "
        + "mixer, datagrams and downloads")]
    [TestCase(""" "count": 1 """, ": a flow needs exactly one of circuit, tcp, game, particles, voice, mixer, datagrams and downloads")]
    [TestCase(""" "count": -1, "tcp": {} """, ".count: -1: allowed are 0 to 1000")]
    [TestCase(""" "path": [], "startSeconds": 11, "tcp": {} """, ".startSeconds: 11: allowed are 0 to 10 s, within the scenario")]
    [TestCase(""" "extraDelayMs": -1, "tcp": {} """, ".extraDelayMs: -1: allowed are 0 to 100000 ms, one way")]
    [TestCase(""" "stopSeconds": 5, "tcp": { "application": { "kind": "onOff" } } """,
        ".stopSeconds: 5: only allowed for flows that send until they are stopped, "
            + "not for particles, downloads with objects, or TCP applications other than bulk")]
    [TestCase(""" "stopSeconds": 5, "tcp": { "application": { "kind": "paced", "rateKbps": 9 } } """,
        ".stopSeconds: 5: only allowed for flows that send until they are stopped, "
            + "not for particles, downloads with objects, or TCP applications other than bulk")]
    [TestCase(""" "tcp": { "congestionControl": "tahoe" } """,
        ".tcp.congestionControl: \"tahoe\": allowed are reno, cubic, cubic-hystart, vegas, vegas-ns2, bbr")]
    [TestCase(""" "tcp": { "congestionControl": "bbr" } """,
        ".tcp.congestionControl: \"bbr\": bbr runs only on the host's clock; simulated are reno, cubic, cubic-hystart, vegas, vegas-ns2")]
    [TestCase(""" "tcp": { "segmentBytes": 75 } """, ".tcp.segmentBytes: 75: allowed are 76 to 65000 bytes")]
    [TestCase(""" "tcp": { "segmentBytes": 1448.5 } """,
        ".tcp.segmentBytes: 1448.5: allowed are 76 to 65000 bytes, whole numbers; write 1448 or 1449")]
    [TestCase(""" "circuit": { "texturePacketBytes": [] } """,
        ".circuit.texturePacketBytes: []: allowed are 12 to 1000 bytes, whole numbers, one or a list")]
    [TestCase(""" "circuit": { "texturePacketBytes": [348, 1001] } """,
        ".circuit.texturePacketBytes: [348, 1001]: allowed are 12 to 1000 bytes, whole numbers, one or a list")]
    [TestCase(""" "tcp": { "segmentsPerAck": 3 } """, ".tcp.segmentsPerAck: 3: allowed are 1 to 2")]
    [TestCase(""" "tcp": { "receiveWindowBytes": 1000 } """, ".tcp.receiveWindowBytes: 1000: allowed are 1448 to 1073741824 bytes")]
    [TestCase(""" "tcp": { "sack": "yes" } """, ".tcp.sack: \"yes\": allowed are true and false")]
    [TestCase(""" "tcp": { "application": { "kind": "bulk", "onSeconds": 1 } } """,
        ".tcp.application.onSeconds: unknown key; allowed are bytes, kind")]
    [TestCase(""" "tcp": { "application": { "kind": "onOff", "variation": "normal" } } """,
        ".tcp.application.variation: \"normal\": allowed are constant, exponential")]
    [TestCase(""" "circuit": { "throttleKbps": 10000 } """, ".circuit.throttleKbps: 10000: allowed are 8 to 8192 kbit/s")]
    [TestCase(""" "circuit": { "avatars": 1001 } """, ".circuit.avatars: 1001: allowed are 0 to 1000")]
    [TestCase(""" "circuit": { "viewer": { "acks": "seldom" } } """,
        ".circuit.viewer.acks: \"seldom\": allowed are atOnce, bot, processed, queued, thread, onePerSecond, never, newestFirst")]
    [TestCase(""" "circuit": { "viewer": { "framesPerSecond": 0 } } """, ".circuit.viewer.framesPerSecond: 0: allowed are 1 to 1000")]
    [TestCase(""" "circuit": { "viewer": { "socketBytes": 2303 } } """,
        ".circuit.viewer.socketBytes: 2303: allowed are 2304 to 1073741824 bytes")]
    [TestCase(""" "circuit": { "viewer": { "fps": 45 } } """, ".circuit.viewer.fps: unknown key; allowed are ackCollectMs, acks, ")]
    [TestCase(""" "circuit": { "visitor": "" } """,
        ".circuit.visitor: \"\": allowed are letters, digits and hyphens, starting with a letter")]
    [TestCase(""" "circuit": { "role": "neighbour" } """, ".circuit.role: \"neighbour\": allowed are root, child")]
    [TestCase(""" "circuit": { "island": "atlantis" } """, ".circuit.island: \"atlantis\": allowed are cathedral, sparta, linlithgow")]
    public void An_error_is_reported_with_place_value_and_allowed_values(string flow, string problem) =>
        Assert.That(ScenarioTexts.ProblemsOf(() => ScenarioTexts.WithFlow(flow)), Has.Some.StartsWith("$.flows[0]" + problem));

    [TestCase(""" "tcp": { "ecn": true } """, "$.flows[0].tcp.ecn: true: with regions openSim, only false is allowed")]
    [TestCase(""" "tcp": { "opaque": true } """, "$.flows[0].tcp.opaque: true: with regions openSim, only false is allowed")]
    [TestCase(""" "game": {} """, "$.flows[0]: with regions openSim, every flow must be a circuit, downloads or TCP")]
    [TestCase(""" "circuit": { "texturePacketBytes": 348 } """,
        "$.flows[0].circuit.texturePacketBytes: 348: with regions openSim, only 1000 is allowed")]
    [TestCase(""" "circuit": { "avatars": 3 } """, "$.flows[0].circuit.avatars: 3: with regions openSim, only 0 is allowed")]
    [TestCase(""" "circuit": { "visitor": "anna" } """,
        "$.flows[0].circuit.visitor: \"anna\": with regions openSim, each circuit is a visitor of its own; leave the key out")]
    [TestCase(""" "circuit": { "role": "child" } """, "$.flows[0].circuit.role: \"child\": with regions openSim, only root is allowed")]
    public void Features_that_a_real_OpenSimulator_lacks_are_errors_only_for_its_regions(string flow, string problem)
    {
        Assert.That(ScenarioTexts.ProblemsOf(() => ScenarioTexts.WithFlow(flow, "openSim")), Is.EqualTo(new[] { problem }));
        Assert.That(() => ScenarioTexts.WithFlow(flow), Throws.Nothing);
    }

    [Test]
    public void A_circuit_of_a_real_OpenSimulator_may_stop_before_the_end() =>
        Assert.That(ScenarioTexts.WithFlow(""" "stopSeconds": 5, "circuit": {} """, "openSim").Flows[0].Stop,
            Is.EqualTo(Duration.FromSeconds(5)));

    [Test]
    public void Two_flows_with_the_same_name_are_an_error()
    {
        const string json = """
            { "title": "t", "seconds": 1, "links": { "a": { "down": {}, "up": {} } },
              "flows": [ { "name": "f", "tcp": {} }, { "name": "f", "tcp": {} } ] }
            """;
        Assert.That(ScenarioTexts.ProblemsOf(() => ScenarioTexts.Read(json)),
            Is.EqualTo(new[] { "$.flows[1].name: \"f\": another flow has that name" }));
    }

    [Test]
    public void With_several_links_a_flow_must_list_those_it_crosses()
    {
        const string json = """
            { "title": "t", "seconds": 1, "links": { "a": { "down": {}, "up": {} }, "b": { "down": {}, "up": {} } },
              "flows": [ { "name": "f", "tcp": {} } ] }
            """;
        Assert.That(ScenarioTexts.ProblemsOf(() => ScenarioTexts.Read(json)),
            Is.EqualTo(new[] { "$.flows[0].path: is missing; the links are a, b" }));
    }

    [TestCase("""["a", "b"]""", true)]
    [TestCase("""["b", "a"]""", false)]
    [TestCase("""["a"]""", false)]
    public void With_TCP_on_the_host_s_clock_a_flow_crosses_all_links_in_order(string path, bool isAllowed)
    {
        string json = $$"""
            {
              "title": "t", "seconds": 1, "clocks": ["real"], "links": { "a": { "down": {}, "up": {} }, "b": { "down": {}, "up": {} } },
              "flows": [ { "name": "f", "tcp": {}, "path": {{path}} } ]
            }
            """;
        if (isAllowed)
            Assert.That(ScenarioTexts.Read(json).Flows[0].Path, Is.EqualTo(new[] { "a", "b" }));
        else
            Assert.That(ScenarioTexts.ProblemsOf(() => ScenarioTexts.Read(json)).Single(),
                Does.StartWith("$.flows[0].path: ")
                    .And.EndWith("with TCP on the host's clock, every flow crosses all links, in the file's order: a, b"));
        Assert.That(ScenarioTexts.Read(json.Replace("real", "sim")).Flows, Has.Count.EqualTo(1), "a simulation allows all of them");
    }

    [Test]
    public void With_TCP_on_the_host_s_clock_there_must_be_a_link()
    {
        const string json = """{ "title": "t", "seconds": 1, "clocks": ["real"], "links": {}, "flows": [ { "name": "f", "tcp": {} } ] }""";
        Assert.That(ScenarioTexts.ProblemsOf(() => ScenarioTexts.Read(json)),
            Has.Some.EndsWith("with TCP on the host's clock, at least one link is needed"));
    }

    private static CircuitOptions Circuit(string keys) =>
        (CircuitOptions)ScenarioTexts.WithFlow($$""" "circuit": { {{keys}} } """).Flows[0].Kind;

    private static TcpFlowOptions Tcp(string keys) => (TcpFlowOptions)ScenarioTexts.WithFlow($$""" "tcp": { {{keys}} } """).Flows[0].Kind;
}
