using Mongoose.Core.Units;
using Mongoose.Testbed.Results;
using Mongoose.Testbed.Scenarios;
using Mongoose.Testbed.Scenarios.Reading;
using Mongoose.Testbed.Scenarios.Running;

namespace Mongoose.Tests.Testbed.Scenarios;

public sealed class GameAndTcpFlowTests
{
    [Test]
    public void A_game_a_video_and_a_direction_are_read_from_the_file()
    {
        Scenario scenario = Read("""{ "name": "g", "game": { "down": { "intervalMs": 40 }, "up": { "payloadBytes": 60 } } }""",
            """{ "name": "v", "tcp": { "direction": "up", "application": { "kind": "dash", "ratesKbps": [100, 200] } } }""");
        GameFlowOptions game = (GameFlowOptions)scenario.Flows[0].Kind;
        TcpFlowOptions tcp = (TcpFlowOptions)scenario.Flows[1].Kind;
        Assert.Multiple(() =>
        {
            Assert.That((game.Game.Down.Interval.Milliseconds, game.Game.Down.PayloadBytes), Is.EqualTo((40.0, 80)));
            Assert.That((game.Game.Up.Interval.Milliseconds, game.Game.Up.PayloadBytes, game.Game.Up.PayloadSpreadBytes),
                Is.EqualTo((33.0, 60, 0)));
            Assert.That(tcp.Up);
            Assert.That(((DashApplication)tcp.Application).Options.Representations.Select(rate => rate.KilobitsPerSecond),
                Is.EqualTo(new[] { 100, 200 }));
            Assert.That(((DashApplication)tcp.Application).Options.Cycle, Is.EqualTo(Duration.FromSeconds(10)));
        });
    }

    [TestCase("""{ "name": "g", "game": { "up": { "intervalMs": 0 } } }""",
        "$.flows[0].game.up.intervalMs: 0: allowed are 0.1 to 10000 ms")]
    [TestCase("""{ "name": "g", "game": { "up": { "jitterMs": 40 } } }""",
        "$.flows[0].game.up.jitterMs: 40: allowed are 0 to 33 ms, no more than intervalMs")]
    [TestCase("""{ "name": "g", "game": { "up": { "payloadBytes": 30, "payloadSpreadBytes": 3 } } }""",
        "$.flows[0].game.up.payloadSpreadBytes: 3: allowed are 0 to 2 with payloadBytes 30")]
    [TestCase("""{ "name": "g", "game": {}, "circuit": {} }""",
        "$.flows[0]: a flow needs exactly one of circuit, tcp, game, particles, voice, mixer, datagrams and downloads")]
    [TestCase("""{ "name": "t", "tcp": { "direction": "left" } }""", "$.flows[0].tcp.direction: \"left\": allowed are down, up")]
    [TestCase("""{ "name": "t", "tcp": { "application": { "kind": "dash", "cycleSeconds": 5 } } }""",
        "$.flows[0].tcp.application.cycleSeconds: 5: allowed is no less than its chunks' intervals together, 6 s")]
    public void An_error_is_reported_with_place_value_and_allowed_values(string flow, string message) =>
        Assert.That(Assert.Throws<ScenarioException>(() => Read(flow))!.Message.Split('\n'), Has.Some.StartsWith($"x.json: {message}"));

    [Test]
    public void A_group_with_count_0_is_left_out()
    {
        Scenario scenario = Read("""{ "name": "g", "game": {} }""", """{ "name": "t", "count": 0, "tcp": {} }""");
        Assert.That(scenario.Flows.Select(group => group.Name), Is.EqualTo(new[] { "g" }));
    }

    [Test]
    public void Losses_of_a_game_are_reported_per_direction()
    {
        TestbedRun run = SimulatedRun.Execute(Read("""{ "name": "g", "game": {} }"""), 1, CancellationToken.None);
        Assert.Multiple(() =>
        {
            Assert.That(run.Stats["g.downLossPercent"], Is.EqualTo(25).Within(0.5), "one in four");
            Assert.That(run.Stats["g.upLossPercent"], Is.Zero);
            Assert.That(run.Stats["g.lossPercent"], Is.EqualTo(25 * 20 / (20 + 1 / 0.033)).Within(0.5));
            Assert.That(run.Stats["g.downDelayMs.max"], Is.EqualTo(30).Within(0.001));
            Assert.That(run.Stats["g.upDelayMs.max"], Is.EqualTo(20).Within(0.001));
            Assert.That(run.Stats["g.rttMs.p50"], Is.EqualTo(50).Within(0.001));
            Assert.That(run.Stats["g.interArrivalMs.p99"], Is.EqualTo(100).Within(0.001), "across the gap");
        });
    }

    [Test]
    public void What_tcp_sends_and_what_arrives_of_it_are_counted_with_headers_and_repetitions()
    {
        TestbedRun run = SimulatedRun.Execute(Read("""{ "name": "t", "tcp": {} }"""), 1, CancellationToken.None);
        Assert.That(run.Stats["t.lineKbps"] / run.Stats["t.sentKbps"], Is.EqualTo(0.75).Within(0.03), "one in four is lost");
        Assert.That(run.Stats["t.sentKbps"], Is.GreaterThan(run.Stats["t.goodputKbps"]));
    }

    private static Scenario Read(params string[] flows) => ScenarioReader.Read($$"""
        {
          "title": "x", "seconds": 20,
          "links": { "access": { "down": { "delayMs": 30, "loss": { "model": "everyNth", "every": 4 } }, "up": { "delayMs": 20 } } },
          "flows": [ {{string.Join(',', flows)}} ]
        }
        """, "x.json");
}
