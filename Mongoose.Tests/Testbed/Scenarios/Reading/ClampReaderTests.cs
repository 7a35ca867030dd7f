using Mongoose.Core.Units;
using Mongoose.Network.Clamping.Options;
using Mongoose.Testbed.Scenarios;

namespace Mongoose.Tests.Testbed.Scenarios.Reading;

/// <summary>Clamps, radio media and the keys of flows that go with them.</summary>
public sealed class ClampReaderTests
{
    private const string Tcp = """{ "name": "flow", "tcp": {} }""";

    [Test]
    public void A_clamp_belongs_to_the_direction_that_declares_it()
    {
        DuplexLink link = Read("""{ "rateKbps": 19000, "clamp": { "rateKbps": 19000, "margin": 1, "sharing": "count" } }""", "{}").Links[0];
        Assert.That(link.UpClamp, Is.Null);
        Assert.That(link.DownClamp,
            Is.EqualTo(new ClampOptions { Rate = DataRate.FromMegabitsPerSecond(19), Margin = 1, Sharing = ClampSharing.Count }));
    }

    [TestCase("""{ "clamp": { "rateKbps": 1000 } }""", "{}",
        "$.links.access.down.clamp.queue: own needs a queue, and this direction has none; add rateKbps, "
            + "rateSteps or traceFile to it, or radio to the link")]
    [TestCase("{}", """{ "clamp": { "auto": true } }""",
        "$.links.access.up.clamp.queue: own needs a queue, and this direction has none; add rateKbps, "
            + "rateSteps or traceFile to it, or radio to the link")]
    [TestCase("""{ "rateKbps": 1000, "clamp": {} }""", "{}",
        "$.links.access.down.clamp.rateKbps: is missing; give it, or set \"auto\": true with queue own")]
    [TestCase("""{ "rateKbps": 1000, "clamp": { "auto": true, "rateKbps": 1000 } }""", "{}",
        "$.links.access.down.clamp.rateKbps: 1000: is not allowed with auto and queue own, which measures the capacity")]
    [TestCase("""{ "rateKbps": 1000, "clamp": { "rateKbps": 1000, "margin": 5 } }""", "{}",
        "$.links.access.down.clamp.margin: 5: allowed are 0.1 to 4")]
    public void Wrong_clamps_are_one_problem_each(string down, string up, string problem) =>
        Assert.That(ScenarioTexts.ProblemsOf(() => Read(down, up)), Is.EqualTo(new[] { problem }));

    [Test]
    public void A_clamp_of_an_upstream_queue_needs_no_queue_of_its_own()
    {
        DuplexLink link = Read("""{ "clamp": { "rateKbps": 1000, "queue": "upstream" } }""", "{}").Links[0];
        Assert.That(link.DownClamp!.Queue, Is.EqualTo(ClampedQueue.Upstream));
    }

    /// <summary>Data crosses the links of a path in order on its way down, and in reverse on its way up.</summary>
    [TestCase("down", "near", false)]
    [TestCase("down", "far", true)]
    [TestCase("up", "near", true)]
    [TestCase("up", "far", false)]
    public void A_queue_that_is_found_upstream_needs_a_link_before_the_clamp(string way, string link, bool isAllowed)
    {
        Assert.That(() => Upstream(""), Throws.Nothing, "a given rate needs no queue that it sees");
        if (isAllowed)
            Assert.That(() => Upstream(""" , "auto": true """), Throws.Nothing);
        else
            Assert.That(ScenarioTexts.ProblemsOf(() => Upstream(""" , "auto": true """)),
                Is.EqualTo(new[] { $"$.links.{link}.{way}.clamp.queue: \"upstream\": no flow has a link before this one; use queue own" }));

        Scenario Upstream(string auto) => ScenarioTexts.Read($$"""
            {
              "title": "Upstream", "seconds": 10,
              "links": { {{Link("near", auto)}}, {{Link("far", auto)}} },
              "flows": [ { "name": "flow", "path": ["near", "far"], "tcp": {} } ]
            }
            """);

        string Link(string name, string auto)
        {
            string clamp = name == link ? $$""" "clamp": { "rateKbps": 1000, "queue": "upstream" {{auto}} } """ : "";
            return $$""" "{{name}}": { "down": { {{(way == "down" ? clamp : "")}} }, "up": { {{(way == "up" ? clamp : "")}} } } """;
        }
    }

    [Test]
    public void A_queue_that_is_found_upstream_of_the_only_link_does_not_exist() => Assert.That(
        ScenarioTexts.ProblemsOf(() => Read("""{ "clamp": { "rateKbps": 1000, "queue": "upstream", "auto": true } }""", "{}")),
        Is.EqualTo(new[] { "$.links.access.down.clamp.queue: \"upstream\": no flow has a link before this one; use queue own" }));

    [Test]
    public void A_clamp_has_nothing_to_do_in_a_real_OpenSimulator() => Assert.That(
        ScenarioTexts.ProblemsOf(() => Read("""{ "rateKbps": 1000, "clamp": { "rateKbps": 1000 } }""", "{}",
            """{ "name": "flow", "circuit": {} }""", "\"regions\": \"openSim\",")),
        Is.EqualTo(new[] { "$.links.access.down.clamp: { \"rateKbps\": 1000 }: "
            + "with regions openSim there is no TCP whose windows it could limit" }));

    [Test]
    public void Both_directions_of_a_radio_share_one_medium_per_run()
    {
        DuplexLink link = Read("""{ "clamp": { "auto": true } }""", "{}", link: "\"radio\": { \"deviationDb\": 0 },").Links[0];
        DuplexLink first = link.WithSeed(1, 0), second = link.WithSeed(1, 0);
        Assert.That(first.Down.Bandwidth, Is.Not.Null.And.SameAs(first.Up.Bandwidth));
        Assert.That(second.Down.Bandwidth, Is.Not.SameAs(first.Down.Bandwidth), "runs at the same time do not share it");
    }

    [TestCase("""{ "rateKbps": 1000 }""", "{}", "$.links.access.down: { \"rateKbps\": 1000 }: rateKbps, "
        + "rateSteps and traceFile are not allowed on a link with radio")]
    [TestCase("{}", """{ "rateSteps": [ { "atSeconds": 0, "rateKbps": 9 } ] }""",
        "$.links.access.up: { \"rateSteps\": [ { \"atSeconds\": 0, \"rateKbps\": 9 } ] }: rateKbps, "
            + "rateSteps and traceFile are not allowed on a link with radio")]
    public void A_direction_of_a_radio_has_no_rate_of_its_own(string down, string up, string problem) =>
        Assert.That(ScenarioTexts.ProblemsOf(() => Read(down, up, link: "\"radio\": {},")), Is.EqualTo(new[] { problem }));

    [TestCase("\"windowScale\": 15", "$.flows[0].tcp.windowScale: 15: allowed are 0 to 14, whole numbers")]
    [TestCase("\"windowScale\": 14, \"receiveWindowBytes\": 16383",
        "$.flows[0].tcp.windowScale: 14: a receive window of 16383 bytes, rounded down, does not have room for a segment")]
    [TestCase("\"application\": { \"kind\": \"paced\" }", "$.flows[0].tcp.application.rateKbps: is missing")]
    public void Wrong_flows_are_one_problem_each(string keys, string problem) =>
        Assert.That(ScenarioTexts.ProblemsOf(() => ScenarioTexts.WithFlow($"\"tcp\": {{ {keys} }}")), Is.EqualTo(new[] { problem }));

    [Test]
    public void The_kernel_chooses_its_own_window_scale() => Assert.That(
        ScenarioTexts.ProblemsOf(() =>
            Read("{}", "{}", """{ "name": "flow", "tcp": { "windowScale": 7, "opaque": true } }""", "\"clocks\": \"real\",")),
        Is.EqualTo(new[] { "$.flows[0].tcp.windowScale: 7: only allowed in simulated time; the kernel chooses its own" }));

    private static Scenario Read(string down, string up, string flow = Tcp, string top = "", string link = "") => ScenarioTexts.Read($$"""
        {
          "title": "Clamps", "seconds": 10, {{top}}
          "links": { "access": { {{link}} "down": {{down}}, "up": {{up}} } },
          "flows": [ {{flow}} ]
        }
        """);
}
