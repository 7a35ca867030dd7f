using System.Text.Json;
using System.Text.Json.Nodes;
using Mongoose.Mixer.Commands;
using Mongoose.Mixer.Results;
using Mongoose.Mixer.Runs;
using Mongoose.Tests.Mixer.Runs;

namespace Mongoose.Tests.Mixer.Results;

public sealed class MixerResultTests
{
    private static MixerResult Result(params string[] failIf)
    {
        ScriptedPeers peers = new ScriptedPeers(ScriptedPeers.South, ScriptedPeers.Absent).Finish(20);
        return MixerResult.Of(peers.Run, peers.Settings, MixerSummary.Of(peers.Run, 0, new ProcessUse()),
            failIf.Select(MixerSummary.Metrics.Parse));
    }

    [Test]
    public void A_written_result_reads_back()
    {
        string json = MixerJson.Serialise(Result("peers_silent>0"));
        Assert.That(MixerJson.Serialise(MixerJson.Parse(json)), Is.EqualTo(json));
    }

    [Test]
    public void Another_schema_is_refused() => Assert.That(
        () => MixerJson.Parse(MixerJson.Serialise(Result()).Replace("mongoose-mixer/1", "mongoose-mixer/9")),
        Throws.InstanceOf<JsonException>().With.Message.EqualTo("expected schema mongoose-mixer/1, found mongoose-mixer/9"));

    [Test]
    public void Names_are_those_of_the_schema_and_missing_measurements_are_null()
    {
        JsonNode root = JsonNode.Parse(MixerJson.Serialise(Result()))!, south = root["peers"]![0]!, absent = root["peers"]![1]!;
        Assert.Multiple(() =>
        {
            Assert.That((string?)root["schema"], Is.EqualTo("mongoose-mixer/1"));
            Assert.That(root["seconds"], Is.Null);
            Assert.That(((string?)south["role"], (string?)south["status"], (string?)south["rule"]),
                Is.EqualTo(("mixer", "open", "steady")));
            Assert.That(((string?)absent["status"], absent["openedS"], absent["p95RttMs"]),
                Is.EqualTo(("silent", (JsonNode?)null, (JsonNode?)null)));
            Assert.That(south["seconds"]!["fairKbps"]!.AsArray().Select(value => (double)value!), Is.All.EqualTo(400));
            Assert.That(absent["seconds"]!["fairKbps"]!.AsArray(), Is.All.Null);
            Assert.That((double)root["summary"]!["maxP95QueueMs"]!, Is.EqualTo(38));
        });
    }

    [Test]
    public void Every_metric_is_a_figure_of_the_summary()
    {
        JsonObject summary = JsonNode.Parse(MixerJson.Serialise(Result()))!["summary"]!.AsObject();
        string[] figures = summary.Select(pair => pair.Key.ToLowerInvariant()).ToArray();
        Assert.That(MixerSummary.Metrics.All.Select(metric => metric.Name.Replace("_", "", StringComparison.Ordinal)),
            Is.SubsetOf(figures));
    }

    [Test]
    public void The_tables_have_the_figures_of_the_JSON_under_the_same_names()
    {
        MixerResult result = Result();
        Dictionary<string, string>[] peers = NamedRows.Parse(MixerCsv.Peers.Text(result.Peers)),
            seconds = NamedRows.Parse(SecondsTable(result));
        JsonArray json = JsonNode.Parse(MixerJson.Serialise(result))!["peers"]!.AsArray();
        Assert.That((peers.Length, seconds.Length), Is.EqualTo((2, 40)));
        for (int i = 0; i < peers.Length; i++)
            NamedRows.AreThoseOf(peers[i], json[i]!.AsObject(), ("name", "peer"), ("seconds", null));
        for (int i = 0; i < seconds.Length; i++)
            NamedRows.AreThoseOf(seconds[i], SecondsOf(json[i / 20]!.AsObject()), i % 20);
        Assert.That(seconds[20], Does.ContainKey("peer").WithValue("absent").And.ContainKey("fair_kbps").WithValue(""));
    }

    /// <summary>The columns of a peer's seconds, its name among them.</summary>
    private static JsonObject SecondsOf(JsonObject peer)
    {
        JsonObject series = peer["seconds"]!.DeepClone().AsObject();
        series["peer"] = new JsonArray([.. series["second"]!.AsArray().Select(_ => peer["name"]!.DeepClone())]);
        return series;
    }

    [Test]
    public void The_document_has_every_column_and_key()
    {
        string document = File.ReadAllText(Path.Combine(Repository.Root(), "docs", "reference", "mixer-keys.md"));
        MixerResult result = Result("peers_silent>0");
        JsonObject root = JsonNode.Parse(MixerJson.Serialise(result))!.AsObject();
        IEnumerable<string> keys = root.Concat(root["thresholds"]![0]!.AsObject()).Select(pair => pair.Key).Except(["schema"]);
        IEnumerable<string> columns = NamedRows.Parse(MixerCsv.Peers.Text(result.Peers))[0]
            .Keys.Concat(NamedRows.Parse(SecondsTable(result))[0].Keys);
        Assert.That(keys.Concat(columns).Where(name => !document.Contains($"`{name}`") && !document.Contains($"`{name}[]`")), Is.Empty);
    }

    [Test]
    public void A_client_for_which_one_stream_is_made_is_allowed_no_number_of_streams()
    {
        ScriptedPeers peers = new ScriptedPeers(ScriptedPeers.Alice).Finish(2);
        MixerResult result = MixerResult.Of(peers.Run, peers.Settings, MixerSummary.Of(peers.Run, 0, new ProcessUse()), []);
        Dictionary<string, string> second = NamedRows.Parse(SecondsTable(result))[0];
        Assert.That((second["peer"], second["heard"], second["allowed"], second["alone"], second["mixed"]),
            Is.EqualTo(("alice", "2", "", "0", "3")));
    }

    [Test]
    public void The_exit_code_says_what_matters_most()
    {
        MixerResult good = Result("peers_silent>1"), crossed = Result("peers_silent>0");
        Assert.Multiple(() =>
        {
            Assert.That(MixerRunner.CodeOf(good), Is.EqualTo(ExitCode.Good));
            Assert.That(MixerRunner.CodeOf(crossed), Is.EqualTo(ExitCode.Threshold));
            Assert.That(MixerRunner.CodeOf(crossed with { Summary = crossed.Summary with { PeersSilent = 2 } }),
                Is.EqualTo(ExitCode.NoPeer));
            Assert.That(MixerRunner.CodeOf(crossed with { Summary = crossed.Summary with { PeersSilent = 2, PeersFailed = 1 } }),
                Is.EqualTo(ExitCode.Runtime));
            Assert.That(MixerRunner.CodeOf(crossed with { Interrupted = true }), Is.EqualTo(ExitCode.Interrupted));
        });
    }

    private static string SecondsTable(MixerResult result) => MixerCsv.Seconds.Text(MixerCsv.SecondsOf(result));
}
