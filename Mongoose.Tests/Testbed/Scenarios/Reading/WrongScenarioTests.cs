using Mongoose.Network.Queues;

namespace Mongoose.Tests.Testbed.Scenarios.Reading;

/// <summary>Common errors in scenario files, and the corrections that the messages suggest.</summary>
public sealed class WrongScenarioTests
{
    [TestCase("\"rateKbps\": \"4000\"", ".rateKbps: \"4000\": allowed are 1 to 100000000 kbit/s; omit the quotes: 4000")]
    [TestCase("\"rateKbps\": \"4 Mbit/s\"", ".rateKbps: \"4 Mbit/s\": allowed are 1 to 100000000 kbit/s; write 4000, "
        + "without a unit (it is kbit/s)")]
    [TestCase("\"rateKbps\": \"1.5M\"", ".rateKbps: \"1.5M\": allowed are 1 to 100000000 kbit/s; write 1500, "
        + "without a unit (it is kbit/s)")]
    [TestCase("\"rateKbps\": \"800k\"", ".rateKbps: \"800k\": allowed are 1 to 100000000 kbit/s; write 800, without a unit (it is kbit/s)")]
    [TestCase("\"rateKbps\": \"1,5\"", ".rateKbps: \"1,5\": allowed are 1 to 100000000 kbit/s; write 1.5, with a decimal point")]
    [TestCase("\"rateKbps\": \"10 000\"", ".rateKbps: \"10 000\": allowed are 1 to 100000000 kbit/s; write 10000, "
        + "without thousands separators")]
    [TestCase("\"rateKbps\": [4000]", ".rateKbps: [4000]: allowed are 1 to 100000000 kbit/s; one value is allowed, not a list")]
    [TestCase("\"rateKbps\": true", ".rateKbps: true: allowed are 1 to 100000000 kbit/s; write a number")]
    [TestCase("\"rateKbps\": {}", ".rateKbps: {}: allowed are 1 to 100000000 kbit/s")]
    [TestCase("\"RateKbps\": 4000", ".RateKbps: unknown key; did you mean rateKbps? Allowed are clamp, delayMs, ")]
    [TestCase("\"ratekbps\": 4000", ".ratekbps: unknown key; did you mean rateKbps? Allowed are clamp, delayMs, ")]
    [TestCase("\"rateMbps\": 4", ".rateMbps: unknown key; did you mean rateKbps? Allowed are clamp, delayMs, ")]
    [TestCase("\"rate\": 4000", ".rate: unknown key; did you mean rateKbps? Allowed are clamp, delayMs, ")]
    [TestCase("\"delay\": 30", ".delay: unknown key; did you mean delayMs? Allowed are clamp, delayMs, ")]
    [TestCase("\"delay_ms\": 30", ".delay_ms: unknown key; did you mean delayMs? Allowed are clamp, delayMs, ")]
    [TestCase("\"delayMs\": \"20 ms\"", ".delayMs: \"20 ms\": allowed are 0 to 100000 ms; write 20, without a unit (it is ms)")]
    [TestCase("\"delayMs\": \"0.02 s\"", ".delayMs: \"0.02 s\": allowed are 0 to 100000 ms; write 20, without a unit (it is ms)")]
    [TestCase("\"delayMs\": -5", ".delayMs: -5: allowed are 0 to 100000 ms")]
    [TestCase("\"duplicationPercent\": \"1%\"", ".duplicationPercent: \"1%\": allowed are 0 to 100 %; write 1, without a unit (it is %)")]
    [TestCase("\"queue\": \"codel\"", ".queue: \"codel\": an object is allowed here")]
    [TestCase("\"queue\": { \"discipline\": \"FQ_CoDel\" }", ".queue.discipline: \"FQ_CoDel\": allowed are NAMES; did you mean fq_codel?")]
    [TestCase("\"queue\": { \"discipline\": \"fq-codel\" }", ".queue.discipline: \"fq-codel\": allowed are NAMES; did you mean fq_codel?")]
    [TestCase("\"queue\": { \"limit\": 100 }", ".queue.limit: unknown key; did you mean limitBdp? Allowed are discipline, leastBytes, "
        + "limitBdp, limitBytes, limitPackets")]
    [TestCase("\"queue\": { \"limitPackets\": \"100 packets\" }",
        ".queue.limitPackets: \"100 packets\": allowed are 1 to 1000000, whole numbers; write only the number: 100")]
    [TestCase("\"queue\": { \"limitBytes\": \"64 kB\" }",
        ".queue.limitBytes: \"64 kB\": allowed are 1 to 1000000000 bytes, whole numbers; write 64000, without a unit (it is bytes)")]
    [TestCase("\"queue\": { \"discipline\": \"codel\", \"ecn\": \"true\" }",
        ".queue.ecn: \"true\": allowed are true and false; write true, without quotes")]
    [TestCase("\"queue\": { \"discipline\": \"codel\", \"ecn\": \"yes\" }",
        ".queue.ecn: \"yes\": allowed are true and false; write true, without quotes")]
    [TestCase("\"queue\": { \"discipline\": \"codel\", \"ecn\": 0 }", ".queue.ecn: 0: allowed are true and false; write false")]
    [TestCase("\"loss\": 1", ".loss: 1: an object is allowed here")]
    [TestCase("\"loss\": { \"model\": \"bernoulli\", \"percent\": 1 }",
        ".loss.model: \"bernoulli\": allowed are random, bursts, gilbertElliott, everyNth, listed")]
    [TestCase("\"loss\": { \"model\": \"GilbertElliot\" }",
        ".loss.model: \"GilbertElliot\": allowed are random, bursts, gilbertElliott, everyNth, listed; did you mean gilbertElliott?")]
    [TestCase("\"rateSteps\": { \"atSeconds\": 0, \"rateKbps\": 1 }",
        ".rateSteps: { \"atSeconds\": 0, \"rateKbps\": 1 }: a list is allowed here")]
    public void Of_a_link(string keys, string message) => Assert.That(
        ScenarioTexts.ProblemsOf(() => ScenarioTexts.WithLink($"{{ {keys} }}")),
        Has.Some.StartsWith("$.links.access.down" + message.Replace("NAMES", string.Join(", ", QueueDisciplines.Names))));

    [TestCase("\"circuit\": { \"textures\": \"off\" }",
        ".circuit.textures: \"off\": allowed are true and false; write false, without quotes")]
    [TestCase("\"circuit\": { \"server\": \"Mongoose\" }",
        ".circuit.server: \"Mongoose\": allowed are stock, mongoose; did you mean mongoose?")]
    [TestCase("\"circuit\": { \"controller\": \"window-tracking\" }",
        ".circuit.controller: \"window-tracking\": allowed are windowTracking, ")]
    [TestCase("\"circuit\": { \"throttle\": 500 }", ".circuit.throttle: unknown key; did you mean throttleKbps?")]
    [TestCase("\"circuit\": { \"prims\": \"1,000\" }",
        ".circuit.prims: \"1,000\": allowed are 0 to 100000, whole numbers; 1,000 is ambiguous: write 1000 or 1")]
    [TestCase("\"tcp\": { \"congestionControl\": \"Cubic\" }",
        ".tcp.congestionControl: \"Cubic\": allowed are reno, cubic, cubic-hystart, vegas, vegas-ns2, bbr; did you mean cubic?")]
    [TestCase("\"tcp\": { \"direction\": \"upload\" }", ".tcp.direction: \"upload\": allowed are down, up")]
    [TestCase("\"tcp\": { \"application\": \"bulk\" }", ".tcp.application: \"bulk\": an object is allowed here")]
    [TestCase("\"tcp\": { \"application\": { \"kind\": \"dash\", \"ratesKbps\": 500 } }",
        ".tcp.application.ratesKbps: 500: a list of numbers is allowed here, each 1 to 1000000 kbit/s; write a list, in brackets")]
    [TestCase("\"tcp\": { \"application\": { \"kind\": \"dash\", \"ratesKbps\": [\"500\"] } }",
        ".tcp.application.ratesKbps: [\"500\"]: a list of numbers is allowed here, each 1 to 1000000 kbit/s; omit the quotes: 500")]
    [TestCase("\"tcp\": { \"application\": { \"kind\": \"on-off\" } }",
        ".tcp.application.kind: \"on-off\": allowed are bulk, onOff, requestResponse, dash, paced; did you mean onOff?")]
    [TestCase("\"startSeconds\": \"2s\", \"tcp\": {}",
        ".startSeconds: \"2s\": allowed are 0 to 86400 s; write 2, without a unit (it is s)")]
    [TestCase("\"start\": 2, \"tcp\": {}", ".start: unknown key; did you mean startSeconds?")]
    [TestCase("\"count\": 2.0001, \"tcp\": {}", ".count: 2.0001: allowed are 0 to 1000, whole numbers; write 2 or 3")]
    [TestCase("\"path\": [1], \"tcp\": {}", ".path: [1]: a list of texts is allowed here; write it in quotes")]
    public void Of_a_flow(string keys, string message) => Assert.That(
        ScenarioTexts.ProblemsOf(() => ScenarioTexts.WithFlow(keys)), Has.Some.StartsWith("$.flows[0]" + message));

    [TestCase("\"clocks\": \"simulated\"", "$.clocks: \"simulated\": allowed are sim, real; did you mean sim?")]
    [TestCase("\"clocks\": []", "$.clocks: []: allowed are sim, real, or both in a list")]
    [TestCase("\"pair\": [\"f\", \"g\"]", "$.pair: [\"f\", \"g\"]: allowed are the names of two different circuits with details")]
    [TestCase("\"figures\": [ { \"kind\": \"bogus\", \"title\": \"t\" } ]", "$.figures[0]: kind: allowed are timeSeries, stack")]
    [TestCase("\"seed\": \"1\"", "$.seed: \"1\": allowed are 0 to 2147483647, whole numbers; omit the quotes: 1")]
    [TestCase("\"about\": 7", "$.about: 7: a string is allowed here; write it in quotes")]
    [TestCase("\"warmupSeconds\": 1", "$.warmupSeconds: unknown key; did you mean warmUpSeconds?")]
    [TestCase("\"regions\": \"opensim\"", "$.regions: \"opensim\": allowed are embedded, openSim; did you mean openSim?")]
    public void Of_the_whole(string keys, string message) => Assert.That(
        ScenarioTexts.ProblemsOf(() => ScenarioTexts.Read($$"""
            { {{keys}}, "title": "t", "seconds": 1, "links": { "a": { "down": {}, "up": {} } }, "flows": [ { "name": "f", "tcp": {} } ] }
            """)), Has.Some.StartsWith(message));

    [TestCase("""{ "kind": "bogus", "title": "t" }""", "kind: allowed are timeSeries, stack, cdf,")]
    [TestCase("""{ "kind": "cdf", "title": "t", "serie": [] }""", "serie: unknown key; allowed are kind, title, caption, series")]
    [TestCase("""{ "kind": "bars", "title": "t", "series": null }""", "null is not allowed; omit the key")]
    [TestCase("null", "null is not allowed; omit the key")]
    public void Of_a_figure(string figure, string message) => Assert.That(
        ScenarioTexts.ProblemsOf(() => ScenarioTexts.Read($$"""
            { "title": "t", "seconds": 1, "links": { "a": { "down": {}, "up": {} } }, "flows": [ { "name": "f", "tcp": {} } ],
              "figures": [ {{figure}} ] }
            """)), Has.Some.Contains(message));

    [TestCase("\"minKbps\": 2000, \"maxKbps\": 1000", "$.flows[0].circuit.minKbps: 2000: allowed is at most maxKbps")]
    public void Of_a_circuit_s_bounds(string keys, string message) => Assert.That(
        ScenarioTexts.ProblemsOf(() => ScenarioTexts.WithFlow($$""" "circuit": { {{keys}} } """)), Has.Some.StartsWith(message));

    [Test]
    public void Two_links_with_the_same_name_are_an_error() => Assert.That(
        ScenarioTexts.ProblemsOf(() => ScenarioTexts.Read("""
            { "title": "t", "seconds": 1, "links": { "a": { "down": {}, "up": {} }, "a": { "down": {}, "up": {} } },
              "flows": [ { "name": "f", "tcp": {} } ] }
            """)), Has.Some.StartsWith("$.links.a: occurs more than once"));

    [Test]
    public void Keys_for_editors_are_allowed() => Assert.That(
        () => ScenarioTexts.Read("""
            { "$schema": "scenario.schema.json", "title": "t", "seconds": 1, "links": { "a": { "down": {}, "up": {} } },
              "flows": [ { "name": "f", "tcp": {} } ] }
            """), Throws.Nothing);
}
