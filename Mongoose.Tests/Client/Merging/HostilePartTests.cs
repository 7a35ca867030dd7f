using System.Text.Json.Nodes;
using Mongoose.Client.Results;

namespace Mongoose.Tests.Client.Merging;

/// <summary>A file with impossible values is unreadable: one line, and the others are merged.</summary>
public sealed class HostilePartTests
{
    private static readonly MadeRun Run = new(Bots: 4);

    private static readonly TestCaseData[] Values =
    [
        Value("shards", 0, "shard 1 of 0: allowed are i/n"),
        Value("shards", 1_000_000_000, "shard 1 of 1000000000: allowed are i/n"),
        Value("shards", 1e30, "$.shards: "),
        Value("shard", -1, "shard -1 of 2"),
        Value("shard", 0, "bot 1 is none of shard 0/2 of 4 bots"),
        Value("botCount", 400, "it has 2 bots: shard 1/2 of 400 bots has 200"),
        Value("startedAt", null, "$.startedAt: "),
        Value("lengthS", null, "lengthS is NaN"),
        Value("lengthS", 1e300, "lengthS is 1E+300: allowed are 0 to 100000000"),
        Value("host", null, "null is not allowed"),
        Value("bots", null, "null is not allowed"),
        Value("bots.0", null, "bots[] has null"),
        Value("bots.1.number", 1, "bot 1 is there twice"),
        Value("bots.1.number", int.MaxValue, "bot 2147483647 is none of shard 1/2 of 4 bots"),
        Value("bots.0.name", null, "null is not allowed"),
        Value("bots.0.state", "dancing", "$.bots[0].state: "),
        Value("bots.0.state", 99, "state or failure is none of the known ones"),
        Value("bots.0.bytesReceived", -1, "a count is -1"),
        Value("bots.0.bytesReceived", long.MaxValue, "a count is 9.223372036854776E+18"),
        Value("bots.0.loginRetries", int.MaxValue, "bots[].loginRetries is 2147483647"),
        Value("bots.0.meanReceivedKbps", "NaN", "$.bots[0].meanReceivedKbps: "),
        Value("bots.0.meanReceivedKbps", -5, "a figure is -5"),
        Value("bots.0.seconds.rttMs", new JsonArray(1, 2), "seconds has columns of different lengths"),
        Value("bots.0.seconds.rttMs", null, "null is not allowed"),
        Value("bots.0.seconds.rttMs", "fast", "$.bots[0].seconds.rttMs: "),
        Value("bots.0.seconds.bytes.task", null, "seconds has columns of different lengths"),
        Value("bots.0.seconds.second", new JsonArray(3, 2, 1), "seconds.second has 2 after 3"),
        Value("overTime.second", new JsonArray(1, 2, 1e300), "overTime.second has 1E+300 after 2"),
        Value("overTime.inRegion", new JsonArray(1), "overTime has columns of different lengths"),
        Value("overTime.inRegion", new JsonArray(1, -2, 1), "overTime is -2"),
        Value("histograms.roundTripMs", null, "null is not allowed"),
        Value("histograms.roundTripMs.counts", new JsonArray(), "a histogram has"),
        Value("histograms.roundTripMs.counts", null, "histograms.roundTripMs is incomplete"),
        Value("histograms.roundTripMs", new JsonObject { ["belowMs"] = new JsonArray(33.3), ["counts"] = new JsonArray(1) },
            "which is none of the fixed buckets"),
        Value("histograms.roundTripMs", new JsonObject { ["belowMs"] = new JsonArray(-1), ["counts"] = new JsonArray(1) },
            "which is none of the fixed buckets"),
        Value("histograms.arrivalMs", new JsonObject { ["belowMs"] = new JsonArray(1.024), ["counts"] = new JsonArray(-4) },
            "histograms.arrivalMs has a count of -4"),
        Value("histograms.arrivalMs", new JsonObject { ["belowMs"] = new JsonArray(1.024), ["counts"] = new JsonArray(1e300) },
            "histograms.arrivalMs has a count of 1E+300"),
        Value("histograms.timerLatenessMs", new JsonObject { ["belowMs"] = new JsonArray(1.152, 1.024), ["counts"] = new JsonArray(1, 1) },
            "has buckets that do not ascend"),
        Value("histograms.timerLatenessMs", new JsonObject { ["belowMs"] = new JsonArray(1.024, 1.024), ["counts"] = new JsonArray(1, 1) },
            "has buckets that do not ascend"),
        Value("histograms", new JsonObject(), "histograms.arrivalMs has 0 arrivals, but 2 of its bots arrived"),
        Value("histograms.arrivalMs", new JsonObject { ["belowMs"] = new JsonArray(1.024), ["counts"] = new JsonArray(3) },
            "has 3 arrivals, but 2 of its bots arrived"),
        Value("bots.0.arrivedS", null, "histograms.arrivalMs has 2 arrivals, but 1 of its bots arrived"),
        Value("histograms.roundTripMs", new JsonObject { ["belowMs"] = new JsonArray(), ["counts"] = new JsonArray() },
            "but histograms.roundTripMs is empty"),
        Value("histograms.roundTripMs", new JsonObject { ["belowMs"] = new JsonArray(17179869.184), ["counts"] = new JsonArray(1) },
            "is from 16106127.36 to 17179869.184"),
        Value("summary", new JsonObject(), "summary.maxRttMs is 0, but the longest of histograms.roundTripMs is from "),
        Value("summary.maxRttMs", null, "summary.maxRttMs is NaN, but the longest"),
        Value("summary.maxRttMs", 200, "summary.maxRttMs is 200, but the longest"),
        Value("bots.0.packetsReordered", 101, "bots[] number 1: packetsReordered is 101: allowed are 0 to packetsLost, "),
        Value("seconds", 0, "seconds is 0: allowed are 1 or more"),
        Value("seconds", null, "seconds: null: allowed are numbers"),
        Value("gridClockAheadS", -1e300, "gridClockAheadS is 1E+300"),
        Value("summary.cpuCores", -1, "summary.cpuCores is -1"),
        Value("summary", null, "null is not allowed"),
    ];

    private static readonly TestCaseData[] Texts =
    [
        Text("a key twice", json => json.Replace("\"shard\": 1,", "\"shard\": 1, \"shard\": 0,"), "the key \"shard\" is there twice"),
        Text("a key of a bot twice", json => json.Replace("\"number\": 3,", "\"number\": 3, \"number\": 1,"),
            "the key \"number\" is there twice in an object of \"bots\""),
        Text("deep nesting", json =>
            json.Replace("\"shard\": 1,", $"\"shard\": 1, \"deep\": {new string('[', 10_000)}{new string(']', 10_000)},"),
                "maximum configured depth of 64"),
        Text("infinity", json => json.Replace("\"lengthS\": 4,", "\"lengthS\": 1e999,"), "lengthS is "),
        Text("a text that is not Unicode", json => json.Replace("\"shard\": 1,", "\"shard\": 1, \"\\ud800\": 1,"),
            "a text in it is not UTF-8"),
        Text("two results", json => json + json, "is invalid after a single JSON value"),
        Text("a missing key", json => json.Replace("\"seed\"", "\"sead\""), "missing required properties"),
        Text("zeros", _ => new string('\0', 100_000), "is an invalid start of a value"),
    ];

    [TestCaseSource(nameof(Values))]
    [TestCaseSource(nameof(Texts))]
    public void A_damaged_part_is_one_line(Func<string, string> damage, string message)
    {
        using PartFiles files = new(Run.Part(0, 2));
        files.Add(damage(BotJson.Serialise(Run.Part(1, 2))));
        (BotOutcome outcome, BotRunResult sum) = files.MergeToJson("--quiet", "--csv", files.At("csv"), "--report", files.At("whole.html"));
        Assert.That(outcome.Code, Is.EqualTo(ExitCode.Grid));
        string[] lines = outcome.Errors.TrimEnd().Split(Environment.NewLine);
        Assert.That(lines, Has.Length.EqualTo(2), outcome.Errors);
        Assert.That(lines[0], Does.StartWith($"mongoose-bot: {files.Files[1]}: ").And.Contain(message));
        Assert.That(lines[1], Is.EqualTo("mongoose-bot: shard 1 of 2 is missing: no file has it"));
        Assert.That(sum.Parts, Has.Count.EqualTo(1));
    }

    [Test]
    public void A_byte_order_mark_and_unknown_keys_are_skipped()
    {
        using PartFiles files = new();
        files.Add("\uFEFF" + BotJson.Serialise(Run.Part(0, 1)).Replace("\"shard\": 0,", "\"shard\": 0, \"later\": {\"shard\": 7},"));
        Assert.That(files.Merge().Code, Is.EqualTo(ExitCode.Good));
    }

    [Test]
    public void Texts_of_files_are_shown_without_control_characters_and_markup()
    {
        BotRunResult part = Run.Part(0, 1);
        using PartFiles files = new(part with
        {
            Host = new BotHost { Name = "\u001b[2J<script>alert(1)</script>" },
            Request = part.Request with { Engine = "\u001b[31m" },
            Interrupted = true,
        });
        (BotOutcome outcome, _) = files.MergeToJson("--report", files.At("whole.html"));
        Assert.That(outcome.Output, Does.Contain("\\u001B[2J<script>").And.Not.Contain("\u001b"));
        Assert.That(File.ReadAllText(files.At("whole.html")),
            Does.Contain("&lt;script&gt;").And.Not.Contain("<script").And.Not.Contain("\u001b"));
    }

    private static TestCaseData Value(string path, JsonNode? value, string message) => new TestCaseData((Func<string, string>)(json =>
    {
        JsonNode root = JsonNode.Parse(json)!, place = root;
        string[] keys = path.Split('.');
        foreach (string key in keys[..^1])
            place = int.TryParse(key, out int index) ? place[index]! : place[key]!;
        if (int.TryParse(keys[^1], out int last))
            place[last] = value?.DeepClone();
        else
            place[keys[^1]] = value?.DeepClone();
        return root.ToJsonString();
    }), message).SetArgDisplayNames($"{path}: {value?.ToJsonString() ?? "null"}");

    private static TestCaseData Text(string name, Func<string, string> damage, string message) =>
        new TestCaseData(damage, message).SetArgDisplayNames(name);
}
