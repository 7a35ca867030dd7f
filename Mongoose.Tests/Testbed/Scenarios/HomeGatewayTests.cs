using System.Text.Json.Nodes;
using Mongoose.Testbed.Results;
using Mongoose.Testbed.Scenarios;
using Mongoose.Testbed.Scenarios.Reading;
using Mongoose.Testbed.Scenarios.Running;

namespace Mongoose.Tests.Testbed.Scenarios;

/// <summary>The claims of docs/research/home-gateway.md about the scenarios in config/scenarios/gateway, checked for every seed.</summary>
public sealed class HomeGatewayTests
{
    private static readonly Lazy<Dictionary<string, TestbedRun[]>> Runs = new(() => new[] { "fifo", "pie", "codel", "fq_pie", "fq_codel" }
        .AsParallel().ToDictionary(queue => queue, RunAll));

    [Test]
    public void The_games_peak_round_trip_is_highest_with_FIFO_then_PIE_then_CoDel_then_flow_queues() => Assert.Multiple(() =>
    {
        for (int seed = 0; seed < Runs.Value["fifo"].Length; seed++)
        {
            Assert.That(Peak("fifo", seed), Is.InRange(380, 1000).And.GreaterThan(Peak("pie", seed)));
            Assert.That(Peak("pie", seed), Is.GreaterThan(Peak("codel", seed)));
            Assert.That(Peak("codel", seed), Is.GreaterThan(Math.Max(Peak("fq_pie", seed), Peak("fq_codel", seed))));
            Assert.That(Math.Max(Peak("fq_pie", seed), Peak("fq_codel", seed)), Is.AtMost(100));
        }
    });

    [Test]
    public void The_mean_of_the_runs_is_within_every_band() => Assert.Multiple(() =>
    {
        foreach ((string queue, TestbedRun[] runs) in Runs.Value)
        {
            foreach (Band band in FileOf(queue).Read().Bands)
            {
                double mean = runs.Average(run => run.Stats[band.Stat]);
                Assert.That(mean, Is.InRange(band.Min ?? double.MinValue, band.Max ?? double.MaxValue), $"{queue}: {band.Stat}");
            }
        }
    });

    [Test]
    public void Flow_queues_lose_no_game_packets_and_PIE_loses_more_than_CoDel_and_CoDel_more_than_FIFO() => Assert.Multiple(() =>
    {
        Assert.That(Losses("fq_pie").Concat(Losses("fq_codel")), Is.All.Zero);
        Assert.That(Losses("pie").Average(), Is.GreaterThan(Losses("codel").Average()));
        Assert.That(Losses("codel").Average(), Is.GreaterThan(Losses("fifo").Average()));
        Assert.That(Losses("fifo").Average(), Is.Positive);
    });

    [Test]
    public void An_upload_fills_only_the_upstream_direction()
    {
        TestbedRun run = Read("fifo", "flows[2].count", "flows[3].count");
        Assert.That(run.Stats["gateway.up.utilisation"], Is.GreaterThan(0.8), "from 10 s on");
        Assert.That(run.Stats["gateway.down.utilisation"], Is.LessThan(0.02));
        Assert.That(run.Stats["upload.goodputKbps"], Is.InRange(900, 965));
    }

    [Test]
    public void A_game_alone_has_the_base_round_trip_and_loses_nothing()
    {
        TestbedRun run = Read("fifo", "flows[1].count", "flows[2].count", "flows[3].count");
        Assert.That(run.Stats["game.rttMs.max"], Is.InRange(40, 42));
        Assert.That(run.Stats["game.lossPercent"], Is.Zero);
        Assert.That(run.Stats["game.goodputKbps"], Is.EqualTo(20 * 80 * 8 / 1e3).Within(2).Percent);
        Assert.That(run.Stats["game.interArrivalMs.p50"], Is.EqualTo(50).Within(0.1));
    }

    private static double Peak(string queue, int seed) => Runs.Value[queue][seed].Stats["game.rttMs.max"];

    private static IEnumerable<double> Losses(string queue) => Runs.Value[queue].Select(run => run.Stats["game.lossPercent"]);

    private static TestbedRun[] RunAll(string queue)
    {
        Scenario scenario = FileOf(queue).Read();
        return Enumerable.Range(1, scenario.Seeds).Select(seed => SimulatedRun.Execute(scenario, seed, CancellationToken.None)).ToArray();
    }

    private static TestbedRun Read(string queue, params string[] leftOut) =>
        SimulatedRun.Execute(FileOf(queue).Read(leftOut.Select(place => (place, (JsonNode?)0))), 1, CancellationToken.None);

    private static ScenarioFile FileOf(string queue) => new(ScenarioCatalogue.BuiltIn.Find($"gateway/{queue}")[0]);
}
