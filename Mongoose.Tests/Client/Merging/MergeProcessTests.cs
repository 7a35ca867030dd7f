using System.Globalization;
using Mongoose.Client.Results;
using Mongoose.Core.Units;
using Mongoose.Testbed.Region.Options;
using Mongoose.Tests.Client.Commands;

namespace Mongoose.Tests.Client.Merging;

/// <summary>Real processes over real sockets, and a path of 100 ms: four with 25 bots each beside one with the same 100.</summary>
[NonParallelizable] // It measures real packets.
[Slow("a hundred bots twice, for a minute of the host's clock")]
public sealed class MergeProcessTests
{
    private const int Bots = 100, Shards = 4;

    [Test, Measured]
    public async Task Four_processes_of_25_bots_add_up_to_one_of_100()
    {
        using TemporaryDirectory directory = new();
        using HttpGrid grid = new(new RegionOptions { Outbound = "mongoose" }, Duration.FromMilliseconds(50));
        using CancellationTokenSource deadline = new(TimeSpan.FromMinutes(3));
        string textures = At("textures.txt"), whole = At("whole.json"), sum = At("sum.json");
        string[] parts = Enumerable.Range(0, Shards).Select(i => At($"part-{i}.json")).ToArray();
        File.WriteAllLines(textures, new RegionOptions().Textures.Ids.Select(id => id.ToString()));

        int alone = await Run(whole);
        string start = DateTime.UtcNow.AddSeconds(4).ToString("yyyy-MM-dd'T'HH:mm:ss'Z'", CultureInfo.InvariantCulture);
        int[] together = await Task.WhenAll(parts.Select((part, i) => Run(part, "--shard", $"{i}/{Shards}", "--start-at", start)));
        Assert.That(together.Append(alone), Is.All.EqualTo(ExitCode.Good));
        BotOutcome merge = BotOutcome.Of(["merge", .. parts, "--json", sum]);
        Assert.That(merge.Code, Is.EqualTo(ExitCode.Good), merge.Output + merge.Errors);

        BotRunResult one = BotJson.Parse(File.ReadAllText(whole)), four = BotJson.Parse(File.ReadAllText(sum));
        TestContext.Out.WriteLine($"{Text("one process", one)}\n{Text("four processes", four)}");
        Assert.That(four.Bots.Select(bot => (bot.Number, bot.Name, bot.State)),
            Is.EqualTo(one.Bots.Select(bot => (bot.Number, bot.Name, bot.State))));
        Assert.That((four.Summary.Arrived, four.Summary.Failed), Is.EqualTo((Bots, 0)));
        Assert.That(Bytes(four), Is.EqualTo(Bytes(one)).Within(2).Percent);
        Assert.That(four.Summary.P50RttMs, Is.EqualTo(one.Summary.P50RttMs).Within(12.5).Percent);
        Assert.That(four.Summary.P95RttMs, Is.EqualTo(one.Summary.P95RttMs).Within(12.5).Percent);
        Assert.That(four.Summary.P99RttMs, Is.EqualTo(one.Summary.P99RttMs).Within(12.5).Percent);

        string At(string name) => Path.Combine(directory.Path, name);

        async Task<int> Run(string json, params string[] shard)
        {
            using ProgramProcess bots = new(directory.Path, [],
                [.. HttpGrid.Account(grid.LoginUri), "-botcount", $"{Bots}", "--controller", "fixed",
                "--rate", "100", "--activity", "textures", "--textures", textures, "--seconds", "20", "--login-delay", "200", "--seed", "7",
                "--json", json, .. shard], "mongoose-bot.dll");
            (int code, string output, string[] errors) = await bots.Finish(deadline.Token);
            if (code != ExitCode.Good)
                TestContext.Out.WriteLine(output + string.Join('\n', errors));
            return code;
        }
    }

    private static long Bytes(BotRunResult result) => result.Bots.Sum(bot => bot.BytesReceived);

    private static string Text(string name, BotRunResult result) => string.Create(CultureInfo.InvariantCulture,
        $"{name}: {Bytes(result)} bytes, round trip p50 {result.Summary.P50RttMs} p95 {result.Summary.P95RttMs} "
        + $"p99 {result.Summary.P99RttMs} ms, timers {result.Summary.P99TimerLatenessMs} ms late at p99");
}
