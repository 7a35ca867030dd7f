using System.Text.Json;
using Mongoose.Client.Bots;
using Mongoose.Client.Results;
using Mongoose.Tests.Client.Bots;

namespace Mongoose.Tests.Client.Results;

[Parallelizable(ParallelScope.All)]
public sealed class BotResultTests
{
    /// <summary>Two bots, of which one never arrives.</summary>
    private static BotRunResult Result()
    {
        SimulatedGrid grid = new();
        grid.Login = request => grid.LogIn(request.Last == "Bot_1" ? request with { Password = SimulatedGrid.WrongPassword } : request);
        BotRunOptions options = SimulatedGrid.Options(2, 5);
        BotRun run = grid.Run(options, 10);
        return BotRunResult.Of(run, options, grid.Engine, [Threshold.Parse("failed_bots>0")], grid.Clock.Now - run.Began, interrupted: false);
    }

    [Test]
    public void It_is_read_as_it_is_written()
    {
        string json = BotJson.Serialise(Result());
        Assert.That(BotJson.Serialise(BotJson.Parse(json)), Is.EqualTo(json));
        Assert.That(json, Does.EndWith("}\n").And.Not.Contain("\r"));
    }

    [Test]
    public void Keys_carry_their_units_and_what_was_not_measured_is_null()
    {
        using JsonDocument json = JsonDocument.Parse(BotJson.Serialise(Result()));
        JsonElement root = json.RootElement, failed = root.GetProperty("bots")[1];
        Assert.That(root.GetProperty("schema").GetString(), Is.EqualTo("mongoose-bot/1"));
        Assert.That(root.GetProperty("summary").GetProperty("p95RttMs").ValueKind, Is.EqualTo(JsonValueKind.Number));
        Assert.That(root.GetProperty("failures").GetProperty("wrongPassword").GetInt32(), Is.EqualTo(1));
        Assert.That((failed.GetProperty("state").GetString(), failed.GetProperty("failure").GetString()), Is.EqualTo(("failed", "wrongPassword")));
        Assert.That(failed.GetProperty("arrivedS").ValueKind, Is.EqualTo(JsonValueKind.Null));
        Assert.That(failed.GetProperty("p50RttMs").ValueKind, Is.EqualTo(JsonValueKind.Null));
    }

    [Test]
    public void Another_schema_is_refused() => Assert.That(
        () => BotJson.Parse(BotJson.Serialise(Result()).Replace("mongoose-bot/1", "mongoose-bot/9")),
        Throws.InstanceOf<JsonException>().With.Message.Contains("expected schema mongoose-bot/1, found mongoose-bot/9"));

    [Test]
    public void The_table_of_seconds_has_every_channel()
    {
        string[] lines = BotCsv.Seconds(Result()).ToString().Split('\n', StringSplitOptions.RemoveEmptyEntries);
        Assert.That(lines[0], Does.StartWith("bot,second,requested_kbps,received_kbps,window_bytes,ssthresh_bytes,rtt_ms,loss_events,lost_packets,teleports,resend_bytes,")
            .And.EndWith("other_bytes"));
        Assert.That(lines[1], Does.StartWith("Test Bot_0,1,"));
    }

    [Test]
    public void The_sum_over_seconds_is_what_a_bot_received()
    {
        BotResult bot = Result().Bots[0];
        Assert.That(bot.Seconds.Bytes.Values.Sum(column => column.Sum()), Is.InRange(1, bot.BytesReceived));
    }
}
