using System.Globalization;
using Mongoose.Client.Results;
using Mongoose.Simulators;

namespace Mongoose.Tests.Simulators;

/// <summary>
/// Four processes with 25 bots each, and their merged result, beside one process with the same 100 bots, in the same real region.
/// </summary>
[NonParallelizable] // It measures.
public sealed class BotShardTests : ModuleFixture
{
    private const int Bots = 100, Shards = 4, RateKbps = 100;

    protected override OpenSimOptions Options(OpenSimBin bin) => base.Options(bin) with { Users = Bots };

    [OneTimeSetUp]
    public void MakeRoom()
    {
        Grid.LimitAvatars(Bots + 10);
        LoadTextures(Grid);
    }

    [Test, Measured]
    public async Task Four_shards_of_25_bots_are_one_process_of_100()
    {
        using TemporaryDirectory directory = new();
        using CancellationTokenSource deadline = new(TimeSpan.FromMinutes(5));
        string textures = At("textures.txt"), whole = At("whole.json"), sum = At("sum.json");
        File.WriteAllLines(textures, Textures().Select(id => id.ToString()));

        Assert.That(await Run([textures, whole], [], deadline.Token), Is.EqualTo(ExitCode.Good));
        // An account of the first run may log in again when the region has removed its avatar.
        await Task.Delay(TimeSpan.FromSeconds(5), deadline.Token);
        string start = DateTime.UtcNow.AddSeconds(6).ToString("yyyy-MM-dd'T'HH:mm:ss'Z'", CultureInfo.InvariantCulture);
        string[] parts = Enumerable.Range(0, Shards).Select(i => At($"part-{i}.json")).ToArray();
        int[] codes = await Task.WhenAll(
            parts.Select((part, i) => Run([textures, part], ["--shard", $"{i}/{Shards}", "--start-at", start], deadline.Token)));
        Assert.That(codes, Is.All.EqualTo(ExitCode.Good));
        BotOutcome merge = BotOutcome.Of(["merge", .. parts, "--json", sum, "--fail-if", "failed_bots>0"]);
        TestContext.Out.WriteLine(merge.Output + merge.Errors);
        Assert.That(merge.Code, Is.EqualTo(ExitCode.Good));

        RunSummary one = BotJson.Parse(File.ReadAllText(whole)).Summary, four = BotJson.Parse(File.ReadAllText(sum)).Summary;
        long bytesOfOne = Bytes(whole), bytesOfFour = Bytes(sum);
        TestContext.Out.WriteLine(string.Create(CultureInfo.InvariantCulture, $"""
            one process: {bytesOfOne} bytes, {one.Textures} textures,
                round trip p50 {one.P50RttMs} p95 {one.P95RttMs} p99 {one.P99RttMs} ms, lateness {one.P99TimerLatenessMs} ms
            four shards: {bytesOfFour} bytes, {four.Textures} textures,
                round trip p50 {four.P50RttMs} p95 {four.P95RttMs} p99 {four.P99RttMs} ms, lateness {four.P99TimerLatenessMs} ms
            """));
        Assert.That((four.Bots, four.Arrived, four.Failed), Is.EqualTo((one.Bots, one.Arrived, one.Failed)).And.EqualTo((Bots, Bots, 0)));
        Assert.That(bytesOfFour, Is.EqualTo(bytesOfOne).Within(2).Percent);
        DateTimeOffset[] starts = parts.Select(part => BotJson.Parse(File.ReadAllText(part)).StartedAt).ToArray();
        Assert.That((starts.Max() - starts.Min()).TotalMilliseconds, Is.LessThan(200));

        string At(string name) => Path.Combine(directory.Path, name);

        async Task<int> Run(string[] files, string[] shard, CancellationToken cancellation)
        {
            using ProgramProcess bots = new(directory.Path, [],
                ["-loginuri", Grid.LoginUri.AbsoluteUri, "-firstname", "Viewer", "-lastname", "{n}",
                "-password", "password{n}", "-from", "1", "-botcount", $"{Bots}", "--controller", "fixed", "--rate", $"{RateKbps}",
                "--activity", "textures",
                "--textures", files[0], "--seconds", "30", "--login-delay", "200", "--seed", "7", "--json", files[1], .. shard],
                "mongoose-bot.dll");
            (int code, string output, string[] errors) = await bots.Finish(cancellation);
            TestContext.Out.WriteLine(output + string.Join('\n', errors));
            return code;
        }
    }

    private static long Bytes(string result) => BotJson.Parse(File.ReadAllText(result)).Bots.Sum(bot => bot.BytesReceived);
}
