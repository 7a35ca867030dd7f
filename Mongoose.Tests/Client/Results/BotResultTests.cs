using System.Text.Json;
using System.Text.Json.Nodes;
using Mongoose.Client.Bots;
using Mongoose.Client.Commands;
using Mongoose.Client.Requests;
using Mongoose.Client.Results;
using Mongoose.Client.Sessions;
using Mongoose.Core.Settings;
using Mongoose.Tests.Client.Bots;
using Mongoose.Tests.Client.Merging;

namespace Mongoose.Tests.Client.Results;

public sealed class BotResultTests
{
    /// <summary>The result of two bots, one of which never arrives.</summary>
    private static BotRunResult Result()
    {
        SimulatedGrid grid = new();
        grid.Login = request => grid.LogIn(request.Last == "Bot1" ? request with { Password = SimulatedGrid.WrongPassword } : request);
        BotRequest request = SimulatedGrid.Options(2, 5);
        BotRun run = grid.Run(request, 10);
        return BotRunResult.Of(run, request, grid.Engine, [BotMetrics.Table.Parse("failed_bots>0")], grid.Clock.Now - run.Began,
            interrupted: false);
    }

    [Test]
    public void A_written_result_reads_back()
    {
        string json = BotJson.Serialise(Result());
        Assert.That(BotJson.Serialise(BotJson.Parse(json)), Is.EqualTo(json));
        Assert.That(json, Does.EndWith("}\n").And.Not.Contain("\r"));
    }

    [Test]
    public void Keys_contain_their_units_and_missing_measurements_are_null()
    {
        using JsonDocument json = JsonDocument.Parse(BotJson.Serialise(Result()));
        JsonElement root = json.RootElement, failed = root.GetProperty("bots")[1];
        Assert.That(root.GetProperty("schema").GetString(), Is.EqualTo("mongoose-bot/2"));
        Assert.That(root.GetProperty("summary").GetProperty("p95RttMs").ValueKind, Is.EqualTo(JsonValueKind.Number));
        Assert.That(root.GetProperty("failures").GetProperty("wrongPassword").GetInt32(), Is.EqualTo(1));
        Assert.That((failed.GetProperty("state").GetString(), failed.GetProperty("failure").GetString()),
            Is.EqualTo(("failed", "wrongPassword")));
        Assert.That(failed.GetProperty("arrivedS").ValueKind, Is.EqualTo(JsonValueKind.Null));
        Assert.That(failed.GetProperty("p50RttMs").ValueKind, Is.EqualTo(JsonValueKind.Null));
    }

    [Test]
    public void A_file_without_reordered_packets_is_read_as_having_none()
    {
        JsonNode earlier = JsonNode.Parse(BotJson.Serialise(Result()))!;
        foreach (JsonNode? bot in earlier["bots"]!.AsArray())
            bot!.AsObject().Remove("packetsReordered");
        Assert.That(BotJson.Parse(earlier.ToJsonString()).Bots.Select(bot => bot.PacketsReordered), Is.All.Zero);
    }

    [Test]
    public void The_document_has_every_key_failure_and_option()
    {
        string document = string.Concat(new[] { "bots/bots.md", "reference/bot-options.md", "reference/bot-results.md" }
            .Select(name => File.ReadAllText(Path.Combine(Repository.Root(), "docs", name))));
        JsonNode result = JsonNode.Parse(BotJson.Serialise(Result()))!, bot = result["bots"]![0]!;
        // These two keys are documented in a different form.
        IEnumerable<string> keys = new[] { result, result["summary"]!, bot, bot["seconds"]! }.SelectMany(node => node.AsObject())
            .Select(pair => pair.Key)
            .Except(["schema", "seconds"]);
        IEnumerable<string> failures = Enum.GetValues<BotFailure>().Where(failure => failure != BotFailure.None)
            .Select(failure => ResultNames.Of(failure));
        Setting[] settings = Setting.Flat(typeof(BotCommandLine), new BotCommandLine()).Select(pair => pair.Setting)
            .Where(setting => setting.Declared.Option is not null).ToArray();
        Assert.That(keys.Concat(failures).Concat(settings.Where(setting => setting.Declared.Ini != "").Select(setting => setting.IniKey))
            .Where(name => !IsIn(name)), Is.Empty);
        Assert.That(settings.Where(setting => !setting.Declared.Option!.Split(' ').Any(IsIn)), Is.Empty);

        bool IsIn(string name) => document.Contains($"`{name}`", StringComparison.Ordinal);
    }

    [Test]
    public void Another_schema_is_refused() => Assert.That(
        () => BotJson.Parse(BotJson.Serialise(Result()).Replace("mongoose-bot/2", "mongoose-bot/9")),
        Throws.InstanceOf<JsonException>().With.Message.Contains("expected schema mongoose-bot/2 or mongoose-bot/1, found mongoose-bot/9"));

    [Test]
    public void The_tables_have_the_figures_of_the_JSON_under_the_same_names()
    {
        using TemporaryDirectory directory = new();
        BotRunResult made = new MadeRun(Bots: 2).Part(0, 1),
            result = made with { Bots = [WithFigures(made.Bots[0]), made.Bots[1] with { ArrivedS = double.NaN }] };
        BotCsv.Write(result, directory.Path);
        Dictionary<string, string>[] bots = NamedRows.Parse(File.ReadAllText(Path.Combine(directory.Path, "bots.csv")));
        Dictionary<string, string>[] seconds = NamedRows.Parse(File.ReadAllText(Path.Combine(directory.Path, "seconds.csv")));
        JsonArray json = JsonNode.Parse(BotJson.Serialise(result))!["bots"]!.AsArray();
        Assert.That((bots.Length, seconds.Length), Is.EqualTo((2, result.Bots.Sum(bot => bot.Seconds!.Second.Length))));
        for (int i = 0; i < bots.Length; i++)
            NamedRows.AreThoseOf(bots[i], json[i]!.AsObject(), ("name", "bot"), ("seconds", null));
        for (int i = 0; i < json[0]!["seconds"]!["second"]!.AsArray().Count; i++)
            NamedRows.AreThoseOf(seconds[i], SecondsOf(json[0]!.AsObject()), i);
    }

    /// <summary>No two figures are equal, so that none can stand in the place of another.</summary>
    private static BotResult WithFigures(BotResult bot) => bot with
    {
        Number = 7,
        ArrivedS = 1.5,
        OverS = 2.5,
        ArrivalMs = 3.5,
        MeanRequestedKbps = 4.5,
        MeanReceivedKbps = 5.5,
        P50RttMs = 6.5,
        P95RttMs = 7.5,
        LongestStallS = 8.5,
        BytesReceived = 11,
        PacketsReceived = 12,
        PacketsLost = 13,
        PacketsReordered = 14,
        LossEvents = 15,
        Textures = 16,
        Teleports = 17,
        FailedTeleports = 18,
        LoginRetries = 19,
        HttpRequests = 20,
        HttpAnswers = 21,
        HttpFailed = 22,
        HttpRetries = 23,
        HttpTimeouts = 24,
        HttpBytes = 25,
        MeanHttpKbps = 26.5,
        HttpRepeats = 29,
        P50FirstByteMs = 27.5,
        P95FirstByteMs = 28.5,
        Message = "a message",
    };

    /// <summary>The columns of a bot's seconds, its name and the bytes of each channel among them.</summary>
    private static JsonObject SecondsOf(JsonObject bot)
    {
        JsonObject series = bot["seconds"]!.DeepClone().AsObject();
        foreach ((string channel, JsonNode? bytes) in series["bytes"]!.AsObject())
            series[$"{channel}Bytes"] = bytes!.DeepClone();
        series.Remove("bytes");
        series["bot"] = new JsonArray([.. series["second"]!.AsArray().Select(_ => bot["name"]!.DeepClone())]);
        return series;
    }

    [Test]
    public void The_sum_over_seconds_equals_the_bytes_that_a_bot_received()
    {
        BotResult bot = Result().Bots[0];
        Assert.That(bot.Seconds!.Bytes.Values.Sum(column => column.Sum()), Is.InRange(1, bot.BytesReceived));
    }
}
