using Mongoose.Client.Bots;
using Mongoose.Client.Requests;
using Mongoose.Client.Results;
using Mongoose.Core.Units;
using Mongoose.Tests.Client.Bots;
using ForAllAttribute = FsCheck.NUnit.PropertyAttribute;

namespace Mongoose.Tests.Client.Merging;

/// <summary>The sum of parts is what one process would have measured.</summary>
public sealed class MergeSumTests
{
    [Test]
    public void Four_shards_of_a_simulated_run_add_up_to_the_run_of_one_process()
    {
        BotRunResult whole = Simulated(Shard.Whole);
        using PartFiles files = new(Enumerable.Range(0, 4).Select(i => Simulated(new Shard(i, 4))).ToArray());
        (BotOutcome outcome, BotRunResult sum) = files.MergeToJson();
        Assert.That((outcome.Code, outcome.Errors), Is.EqualTo((ExitCode.Good, "")));
        Assert.That(sum.Bots.Select(bot => (bot.Number, bot.Name, bot.State)),
            Is.EqualTo(whole.Bots.Select(bot => (bot.Number, bot.Name, bot.State))));
        Assert.That((sum.Summary.Bots, sum.Summary.Arrived, sum.Summary.Failed), Is.EqualTo((8, 8, 0)));
        Assert.That(sum.Bots.Sum(bot => bot.BytesReceived), Is.EqualTo(whole.Bots.Sum(bot => bot.BytesReceived)).Within(2).Percent);
        Assert.That(sum.Summary.P50RttMs, Is.EqualTo(whole.Summary.P50RttMs).Within(12.5).Percent);
        Assert.That(sum.Summary.P95RttMs, Is.EqualTo(whole.Summary.P95RttMs).Within(12.5).Percent);
        Assert.That(sum.Summary.MaxRttMs, Is.EqualTo(whole.Summary.MaxRttMs).Within(12.5).Percent);
        Assert.That(sum.OverTime.Second, Is.EqualTo(whole.OverTime.Second));
        Assert.That(sum.OverTime.InRegion.Max(), Is.EqualTo(8));
    }

    private static BotRunResult Simulated(Shard shard)
    {
        SimulatedGrid grid = new(toServer: SimulatedGrid.Link50Ms, toClient: SimulatedGrid.Link50Ms);
        BotRequest request = SimulatedGrid.Options(8, 20) with { Shard = shard };
        BotRun run = grid.Run(request, 40);
        return grid.ResultOf(run, request, 25) with { StartedAt = MadeRun.Start, Host = new BotHost { Name = $"web{shard.Index}" } };
    }

    [ForAll(MaxTest = 10, Replay = "20261126,1")]
    public void The_order_of_the_files_makes_no_difference(int seed)
    {
        Random random = new(seed);
        int shards = random.Next(2, 5);
        MadeRun run = new(Bots: 9, Seed: random.Next(1000));
        using PartFiles files =
            new(Enumerable.Range(0, shards).Select(shard => run.Part(shard, shards, late: random.Next(0, 400) / 100.0)).ToArray());
        int[] order = Enumerable.Range(0, shards).ToArray();
        string[] first = Outputs(order);
        random.Shuffle(order);
        Assert.That(Outputs(order), Is.EqualTo(first));

        string[] Outputs(int[] order)
        {
            BotOutcome outcome =
                files.MergeInOrder(order, "--json", files.At("whole.json"), "--csv", files.At("csv"), "--report", files.At("whole.html"));
            return [outcome.Output, .. ((string[])["whole.json", "whole.html", "csv/bots.csv", "csv/seconds.csv", "csv/parts.csv"])
                .Select(name => File.ReadAllText(files.At(name)))];
        }
    }

    [ForAll(MaxTest = 10, Replay = "20261126,5")]
    public void The_split_of_the_bots_makes_no_difference(int seed)
    {
        Random random = new(seed);
        MadeRun run = new(Bots: random.Next(4, 20), Seed: random.Next(1000));
        BotRunResult one = SumOf(run.Parts(1)), many = SumOf(run.Parts(random.Next(2, 5)));
        Assert.That(many.Summary with { CpuCores = 0, PeakMemoryMB = 0 }, Is.EqualTo(one.Summary with { CpuCores = 0, PeakMemoryMB = 0 }));
        Assert.That(many.Histograms.RoundTripMs.Counts, Is.EqualTo(one.Histograms.RoundTripMs.Counts));
        Assert.That(many.Bots, Is.EqualTo(one.Bots));
        Assert.That(many.OverTime.ReceivedKbps, Is.EqualTo(one.OverTime.ReceivedKbps));
    }

    [ForAll(MaxTest = 10, Replay = "20261126,3")]
    public void Every_count_is_the_sum_of_those_of_the_parts(int seed)
    {
        Random random = new(seed);
        BotRunResult[] parts = new MadeRun(Bots: 7, Seed: random.Next(1000)).Parts(random.Next(1, 5));
        BotRunResult sum = SumOf(parts);
        foreach (Func<RunSummary, long> count in (Func<RunSummary, long>[])[summary => summary.Bots, summary => summary.Arrived,
            summary => summary.LossEvents, summary => summary.Textures, summary => summary.Teleports])
            Assert.That(count(sum.Summary), Is.EqualTo(parts.Sum(part => count(part.Summary))));
        Assert.That(sum.Histograms.RoundTripMs.Counts.Sum(), Is.EqualTo(parts.Sum(part => part.Histograms.RoundTripMs.Counts.Sum())));
        Assert.That((sum.Summary.CpuCores, sum.Summary.PeakMemoryMB), Is.EqualTo((0.25 * parts.Length, 64.0 * parts.Length)));
        Assert.That(sum.Summary.MaxRttMs, Is.EqualTo(parts.Max(part => part.Summary.MaxRttMs)).Within(1e-3));
        Assert.That(sum.Summary.P99RttMs, Is.AtMost(sum.Summary.MaxRttMs));
    }

    [Test]
    public void Times_are_moved_to_the_clock_of_the_earliest_part()
    {
        MadeRun run = new(Bots: 2);
        using PartFiles files = new(run.Part(0, 2, late: 2.4), run.Part(1, 2, late: 0.1));
        BotRunResult sum = files.MergeToJson("--csv", files.At("csv")).Sum;
        Assert.That(sum.StartedAt, Is.EqualTo(MadeRun.Start.AddSeconds(0.1)));
        Assert.That(sum.Bots.Select(bot => bot.ArrivedS), Is.EqualTo(new[] { 2.55, 0.25 }).Within(1e-6));
        Assert.That(sum.LengthS, Is.EqualTo(2.3 + 4).Within(1e-6));
        Assert.That(sum.OverTime.Second, Is.EqualTo(new[] { 1, 2, 3, 4, 5 }));
        Assert.That(sum.OverTime.InRegion, Is.EqualTo(new[] { 1, 1, 2, 1, 1 }));
        Assert.That(sum.Parts!.Select(part => part.LateS), Is.EqualTo(new[] { 2.4, 0.1 }).Within(1e-6));
        Assert.That(File.ReadLines(files.At("csv/seconds.csv")).Skip(1).Select(line => string.Join(',', line.Split(',').Take(2))),
            Is.EqualTo(new[]
        {
            "Test Bot0,3", "Test Bot0,4", "Test Bot0,5", "Test Bot1,1", "Test Bot1,2", "Test Bot1,3",
        }));
    }

    [Test]
    public void The_lateness_of_timers_is_that_of_the_latest_part()
    {
        BotRunResult[] parts = new MadeRun(Bots: 4).Parts(4);
        parts[2] = parts[2] with { Histograms = parts[2].Histograms with { TimerLatenessMs = new DelayCounts([14.336], [3000]) } };
        Assert.That(SumOf(parts).Summary.P99TimerLatenessMs, Is.EqualTo(14.3).Within(12.5).Percent);
    }

    [Test]
    public void Delays_of_the_last_bucket_are_added_up_like_others()
    {
        DelayCounts longest = DelayCounts.From([Duration.FromSeconds(1e6)]);
        Assert.That(DelayCounts.Sum([longest, longest]).Counts, Is.EqualTo(new[] { 2 }));
    }

    [Test]
    public void Every_tool_that_reads_a_run_reads_a_sum()
    {
        using PartFiles files = new(new MadeRun(Bots: 5).Parts(2));
        BotRunResult sum = files.MergeToJson().Sum;
        Assert.That((sum.Schema, sum.Request.Shard, sum.Host.Name, sum.Command),
            Is.EqualTo((BotRunResult.SchemaName, new Shard(0, 2), "", "")));
        Assert.That(sum.Parts!.Select(part => (part.File, part.Host.Name, part.Command)), Is.EqualTo(new[]
        {
            (files.Files[0], "web0", "mongoose-bot --shard 0/2"), (files.Files[1], "web1", "mongoose-bot --shard 1/2"),
        }));
        Assert.That(sum.Bots.Select(bot => bot.Seconds), Is.All.Null);
        Assert.That((sum.Problems, sum.Warnings), Is.EqualTo((Array.Empty<string>(), Array.Empty<string>())));
        Assert.That(BotJson.Serialise(new MadeRun(1).Part(0, 1)),
            Does.Not.Contain("\"parts\"").And.Not.Contain("\"problems\"").And.Not.Contain("\"warnings\""));
    }

    private static BotRunResult SumOf(BotRunResult[] parts)
    {
        using PartFiles files = new(parts);
        (BotOutcome outcome, BotRunResult sum) = files.MergeToJson("--quiet");
        Assert.That(outcome, Is.EqualTo(new BotOutcome(ExitCode.Good, "", "")));
        return sum;
    }
}
