using System.Globalization;
using Mongoose.Client.Downloads;
using Mongoose.Testbed.Downloads;
using Mongoose.Testbed.Results;
using Mongoose.Testbed.Scenarios.Running;

namespace Mongoose.Tests.Testbed.Scenarios;

/// <summary>Downloads beside a circuit, over simulated TCP.</summary>
public sealed class DownloadFlowTests
{
    private const string Paced = """ "server": "mongoose" """, Unpaced = """ "server": "mongoose", "httpPacing": "off" """,
        Stock = """ "server": "stock" """;

    [Test]
    public void Paced_downloads_fill_the_line_and_leave_its_queue_short()
    {
        TestbedRun run = Run(Paced);
        Assert.Multiple(() =>
        {
            Assert.That(run.Stats["http.goodputKbps"], Is.AtLeast(0.9 * 10_000));
            Assert.That(run.Stats["line.down.queueMs.p95"], Is.AtMost(30));
            Assert.That(run.Stats["http.besideAgeMs.p95"], Is.AtMost(1.5 * run.Stats["http.aloneAgeMs.p95"]));
            Assert.That(run.Stats["http.circuitLost"], Is.Zero);
        });
    }

    [TestCase(Unpaced)]
    [TestCase(Stock)]
    public void Unpaced_downloads_fill_the_buffer_too_and_updates_wait_in_it(string region)
    {
        TestbedRun run = Run(region);
        Assert.Multiple(() =>
        {
            Assert.That(run.Stats["http.goodputKbps"], Is.AtLeast(0.9 * 10_000));
            Assert.That(run.Stats["line.down.queueMs.p95"], Is.InRange(200, 240));
            Assert.That(run.Stats["http.besideAgeMs.p95"], Is.AtLeast(run.Stats["http.aloneAgeMs.p95"] + 200));
        });
    }

    [Test]
    public void The_permitted_queue_is_the_regions()
    {
        double usual = Run(Paced).Stats["line.down.queueMs.p50"];
        Assert.That(Run(""" "httpDelayMs": 60 """).Stats["line.down.queueMs.p50"], Is.InRange(2 * usual, 150));
    }

    [Test]
    public void A_stock_region_ends_connections_and_loses_what_waits_on_them()
    {
        TestbedRun stock = Run(Stock), mongoose = Run(Unpaced), asStock = Run(""" "httpPipelines": false """);
        Assert.Multiple(() =>
        {
            Assert.That((stock.Stats["http.connections"], stock.Stats["http.repeats"]), Is.GreaterThan((24.0, 0.0)));
            Assert.That((asStock.Stats["http.connections"], asStock.Stats["http.repeats"]), Is.GreaterThan((24.0, 0.0)));
            Assert.That((mongoose.Stats["http.connections"], mongoose.Stats["http.repeats"]), Is.EqualTo((24.0, 0.0)));
        });
    }

    [Test]
    public void A_response_that_is_not_prompt_waits_for_a_tick()
    {
        const string One = """ "textures": 0, "meshes": 0, "assets": 1, "depth": 1 """;
        double prompt = Run(Paced, One).Stats["http.firstByteMs.p50"],
            late = Run(""" "httpPrompt": false """, One).Stats["http.firstByteMs.p50"];
        Assert.That(late - prompt, Is.InRange(30, 70));
    }

    [Test]
    public void A_list_has_an_end()
    {
        TestbedRun run = Run(Paced, """ "textures": 2, "meshes": 0, "assets": 3, "objects": 7 """, warmUp: 0);
        Assert.Multiple(() =>
        {
            Assert.That(run.Stats["http.requests"], Is.EqualTo(14));
            Assert.That(run.Stats["http.answers"], Is.EqualTo(14));
            Assert.That(run.Stats["http.connections"], Is.EqualTo(5));
            Assert.That(run.Stats["http.lastObjectSeconds"], Is.InRange(0.2, 6));
        });
    }

    [Test]
    public void A_mesh_is_its_header_and_up_to_four_levels_of_detail() =>
        Assert.That(Run(Paced, """ "textures": 0, "meshes": 2, "assets": 0, "objects": 3 """, warmUp: 0).Stats["http.answers"],
            Is.EqualTo(3 * 5));

    [Test]
    public void A_line_that_is_too_slow_makes_requests_time_out_and_viewers_ask_again()
    {
        TestbedRun run = Run(Unpaced, "", kbps: 200, seconds: 100);
        Assert.Multiple(() =>
        {
            Assert.That(run.Stats["http.requestTimeouts"], Is.Positive);
            Assert.That(run.Stats["http.retries"], Is.EqualTo(run.Stats["http.requestTimeouts"]),
                "no request has used up its five retries");
            Assert.That(run.Stats["http.failures"], Is.Zero);
        });
    }

    [Test]
    public void The_sizes_are_published([Values(DownloadClass.Texture, DownloadClass.Mesh, DownloadClass.Asset)] DownloadClass kind)
    {
        string sizes = string.Join(", ", DownloadObjects.KilobytesOf(kind));
        Assert.That(File.ReadAllText(Path.Combine(Repository.Root(), "docs", "reference", "scenario-keys.md")),
            Does.Contain($" | {sizes} |"));
    }

    [TestCase(""" "textures": 13 """, ".textures: 13: allowed are 0 to 12, whole numbers")]
    [TestCase(""" "meshes": -1 """, ".meshes: -1: allowed are 0 to 32, whole numbers")]
    [TestCase(""" "assets": 17 """, ".assets: 17: allowed are 0 to 16, whole numbers")]
    [TestCase(""" "depth": 0 """, ".depth: 0: allowed are 1 to 20, whole numbers")]
    [TestCase(""" "objects": -1 """, ".objects: -1: allowed are 0 to 100000, whole numbers")]
    [TestCase(""" "texture": 8 """, ".texture: unknown key; did you mean textures? Allowed are aloneSeconds, assets, circuit, depth, "
        + "meshes, objects, textures")]
    [TestCase(""" "textures": 0, "meshes": 0, "assets": 0 """, ": at least one of textures, meshes and assets needs a connection")]
    [TestCase(""" "aloneSeconds": 4 """, ".aloneSeconds: 4: allowed are 0 to 3 s, the time before the start")]
    public void A_value_out_of_range_gives_one_line(string keys, string problem) =>
        Assert.That(ScenarioTexts.ProblemsOf(() => ScenarioTexts.Read(Text(Paced, keys))),
            Is.EqualTo(new[] { $"$.flows[1].downloads{problem}" }));

    [TestCase("other", "there is no circuit other")]
    [TestCase("http", "there is no circuit http")]
    public void Downloads_need_a_circuit(string name, string problem) =>
        Assert.That(ScenarioTexts.ProblemsOf(() =>
            ScenarioTexts.Read(Text(Paced, "").Replace("\"circuit\": \"visitor\"", $"\"circuit\": \"{name}\"", StringComparison.Ordinal))),
            Is.EqualTo(new[] { $"$.flows[1].downloads.circuit: \"{name}\": {problem}" }));

    [Test]
    public void Real_packets_need_real_regions() =>
        Assert.That(ScenarioTexts.ProblemsOf(() =>
            ScenarioTexts.Read(Text(Paced, "").Replace("\"title\"", "\"clocks\": \"real\", \"title\"", StringComparison.Ordinal))),
            Is.EqualTo(new[] { "$.flows[1]: on the host's clock, downloads need regions openSim" }));

    private static TestbedRun Run(string circuit, string keys = "", double warmUp = 6, int kbps = 10_000, int seconds = 16) =>
        SimulatedRun.Execute(ScenarioTexts.Read(Text(circuit, keys, warmUp, kbps, seconds)), 1, default);

    private static string Text(string circuit, string keys, double warmUp = 6, int kbps = 10_000, int seconds = 16) =>
        string.Create(CultureInfo.InvariantCulture, $$"""
        {
          "title": "t", "seconds": {{seconds}}, "warmUpSeconds": {{warmUp}},
          "links": { "line": { "down": { "rateKbps": {{kbps}}, "delayMs": 30, "queue": { "limitBytes": {{kbps * 30}} } },
            "up": { "rateKbps": 10000, "delayMs": 30 } } },
          "flows": [
            { "name": "visitor", "circuit": { {{circuit}}, "textures": false } },
            { "name": "http", "startSeconds": 3, "downloads": { "circuit": "visitor"{{Added(keys)}} } }
          ]
        }
        """);

    /// <summary>The keys, after eight connections of each class and a second alone, unless the keys are these.</summary>
    private static string Added(string keys)
    {
        (string Key, int Value)[] usual = [("textures", 8), ("meshes", 8), ("assets", 8), ("aloneSeconds", 1)];
        IEnumerable<string> added = usual.Where(pair => !keys.Contains($"\"{pair.Key}\"", StringComparison.Ordinal))
            .Select(pair => $", \"{pair.Key}\": {pair.Value}");
        return string.Concat(added) + (keys.Length > 0 ? ", " + keys : "");
    }
}
