using Mongoose.Client.Bots;
using Mongoose.Client.Results;
using Mongoose.Client.Sessions;
using Mongoose.Core.Units;

namespace Mongoose.Tests.Client.Merging;

/// <summary>A sum that is not the whole run says so first, and why; what can be read is merged.</summary>
public sealed class IncompleteMergeTests
{
    private static readonly MadeRun Run = new(Bots: 8);

    [Test]
    public void A_part_that_is_missing_is_named()
    {
        BotRunResult[] parts = Run.Parts(4);
        using PartFiles files = new(parts[0], parts[1], parts[3]);
        Incomplete(files, "shard 2 of 4 is missing: no file has it");
        Assert.That(files.Merge().Output, Does.StartWith("INCOMPLETE     the figures are of 3 of 4 parts, and the run has problems:"));
    }

    [Test]
    public void Neighbouring_parts_that_are_missing_are_one_line()
    {
        using PartFiles files = new(Run.Part(1, 4));
        Assert.That(files.MergeToJson().Sum.Problems,
            Is.EqualTo(new[] { "shard 0 of 4 is missing: no file has it", "shards 2 to 3 of 4 are missing: no file has them" }));
    }

    [Test]
    public void A_file_that_does_not_exist_is_named()
    {
        using PartFiles files = new(Run.Part(0, 2));
        files.AddMissing("part-9.json");
        Incomplete(files, $"{files.Files[1]}: no such file", "shard 1 of 2 is missing: no file has it");
    }

    [Test]
    public void A_directory_is_not_a_part()
    {
        using PartFiles files = new(Run.Part(0, 2));
        Directory.CreateDirectory(files.At("folder"));
        files.AddMissing("folder");
        Incomplete(files, $"{files.Files[1]}: it is a directory", "shard 1 of 2 is missing: no file has it");
    }

    [TestCase(0.5)]
    [TestCase(0.9)]
    [TestCase(0.9999)]
    public void A_truncated_file_is_named_with_the_place_of_its_end(double share)
    {
        string json = BotJson.Serialise(Run.Part(1, 2)).TrimEnd();
        using PartFiles files = new(Run.Part(0, 2));
        files.Add(json[..(int)(json.Length * share)]);
        string problem = files.MergeToJson().Sum.Problems![0];
        Assert.That(problem, Does.StartWith($"{files.Files[1]}: the file is truncated: it ends after {(int)(json.Length * share)} bytes, "
            + "in line ").And.EndWith("in or after \"bots\""));
    }

    [TestCase("", "the file is empty")]
    [TestCase("{}", "expected schema mongoose-bot/2 or mongoose-bot/1, found none")]
    [TestCase("[1, 2]", "expected schema mongoose-bot/2 or mongoose-bot/1, found none")]
    [TestCase("{\"schema\": \"mongoose-mixer/1\"}", "expected schema mongoose-bot/2 or mongoose-bot/1, found mongoose-mixer/1")]
    [TestCase("bots", "line 1: 'b' is an invalid start of a value.")]
    public void A_file_that_is_no_result_of_bots_is_named(string content, string reason)
    {
        using PartFiles files = new(Run.Part(0, 2));
        files.Add(content);
        Incomplete(files, $"{files.Files[1]}: {reason}", "shard 1 of 2 is missing: no file has it");
    }

    [Test]
    public void A_sum_is_not_a_part()
    {
        using PartFiles files = new(Run.Part(0, 2));
        files.Add(BotJson.Serialise(files.MergeToJson().Sum));
        Incomplete(files, $"{files.Files[1]}: it is the result of a merge: merge the files of its parts instead",
            "shard 1 of 2 is missing: no file has it");
    }

    [Test]
    public void Without_a_part_that_can_be_read_nothing_is_written()
    {
        using PartFiles files = new();
        files.AddMissing("part-0.json");
        BotOutcome outcome = files.Merge("--json", files.At("whole.json"));
        Assert.That((outcome.Code, outcome.Output), Is.EqualTo((ExitCode.Grid, "")));
        Assert.That(outcome.Errors, Does.Contain("part-0.json: no such file")
            .And.Contain("nothing is written, because no part can be read"));
        Assert.That(File.Exists(files.At("whole.json")), Is.False);
    }

    [Test]
    public void A_file_of_the_earlier_schema_is_merged_without_percentiles()
    {
        using PartFiles files = new();
        files.Add(BotJson.Serialise(Run.Part(0, 1) with { Schema = BotRunResult.EarlierSchemaName, Histograms = new BotHistograms() }));
        BotRunResult sum = Incomplete(files, $"shard 0 ({files.Files[0]}, web0) has schema mongoose-bot/1, which has no histograms: "
            + "percentiles are not measured");
        Assert.That((sum.Summary.Arrived, sum.Summary.P95RttMs, sum.Summary.P99TimerLatenessMs), Is.EqualTo((8, double.NaN, double.NaN)));
    }

    [Test]
    public void An_interrupted_part_is_named()
    {
        using PartFiles files = new(Run.Part(0, 2), Run.Part(1, 2) with { Interrupted = true });
        BotRunResult sum = Incomplete(files, $"shard 1 ({files.Files[1]}, web1) was interrupted after 4.0 s");
        Assert.That((sum.Interrupted, sum.Parts![1].Interrupted), Is.EqualTo((true, true)));
    }

    [Test]
    public void Failed_bots_are_counted_by_cause()
    {
        BotRunResult part = Run.Part(1, 2);
        BotFailure[] failures = [BotFailure.ServerSilent, BotFailure.WrongPassword, BotFailure.ServerSilent, BotFailure.None];
        BotResult[] bots = part.Bots.Zip(failures, (bot, failure) =>
            failure == BotFailure.None ? bot : bot with { Failure = failure, State = BotState.Failed }).ToArray();
        using PartFiles files = new(Run.Part(0, 2), part with { Bots = bots });
        BotRunResult sum = Incomplete(files, $"shard 1 ({files.Files[1]}, web1): 3 of 4 bots failed: 1 wrongPassword, 2 serverSilent");
        Assert.That(sum.Failures, Is.EqualTo(new Dictionary<string, int> { ["wrongPassword"] = 1, ["serverSilent"] = 2 }));
    }

    [Test]
    public void Parts_that_did_not_run_at_the_same_time_are_named()
    {
        using PartFiles files = new(Run.Part(0, 2, late: 61), Run.Part(1, 2));
        BotRunResult sum = Incomplete(files, $"the parts did not run at the same time: shard 1 ({files.Files[1]}, "
            + "web1) started at 2026-11-26T14:00:00.0Z, "
            + $"shard 0 ({files.Files[0]}, web0) 61.00 s later; clocks or start times differ");
        Assert.That(sum.OverTime.Second, Is.EqualTo(new[] { 1, 2, 3, 62, 63, 64 }));
    }

    [Test]
    public void A_wrong_clock_does_not_make_the_sum_long()
    {
        using PartFiles files = new(Run.Part(0, 2), Run.Part(1, 2) with { StartedAt = MadeRun.Start.AddYears(-900) });
        Assert.That(files.MergeToJson("--csv", files.At("csv"), "--report", files.At("whole.html")).Sum.OverTime.Second,
            Has.Length.EqualTo(6));
    }

    [Test]
    public void Thresholds_are_shown_but_do_not_decide()
    {
        using PartFiles files = new(Run.Part(0, 2));
        BotOutcome outcome = files.MergeToJson("--fail-if", "received_kbps<1000000", "--fail-if", "failed_bots>0").Outcome;
        Assert.That(outcome.Code, Is.EqualTo(ExitCode.Grid));
        Assert.That(outcome.Output, Does.Contain("received_kbps<1000000: ").And.Contain("FAILED").And.Contain("failed_bots>0: 0, good"));
    }

    [Test]
    public void Starts_that_differ_by_more_than_a_second_are_a_warning()
    {
        using PartFiles files = new(Run.Part(0, 2, late: 0.2), Run.Part(1, 2, late: 3.4));
        Warned(files, $"the parts did not start together: shard 0 ({files.Files[0]}, web0) started at 2026-11-26T14:00:00.2Z, "
            + $"shard 1 ({files.Files[1]}, web1) 3.20 s later");
    }

    [Test]
    public void Thresholds_of_a_part_do_not_count_in_the_sum()
    {
        BotRunResult part = Run.Part(1, 2) with { Thresholds = [new ThresholdResult("p95_rtt_ms>1", 110, Crossed: true)] };
        using PartFiles files = new(Run.Part(0, 2), part);
        Warned(files, $"shard 1 ({files.Files[1]}, web1) has thresholds of its own (FailIf, --fail-if), which do not count in the sum: "
            + "only those of the merge do");
    }

    [Test]
    public void A_busy_host_is_a_warning()
    {
        BotRunResult part = Run.Part(1, 2);
        DelayCounts late = DelayCounts.From(Enumerable.Repeat(Duration.FromMilliseconds(12), 1000));
        using PartFiles files = new(Run.Part(0, 2), part with { Histograms = part.Histograms with { TimerLatenessMs = late } });
        Warned(files, $"shard 1 ({files.Files[1]}, web1): timers were 12 ms late at p99, so its round trips include the host's own delay");
        Assert.That(files.Merge().Output, Does.Match("1  web1 .* late timers"));
    }

    [Test]
    public void Different_builds_are_a_warning()
    {
        using PartFiles files = new(Run.Part(0, 2), Run.Part(1, 2) with { EngineVersion = "1.1" });
        Warned(files, $"engineVersion differs: 1.0 in shard 0 ({files.Files[0]}, web0), 1.1 in shard 1 ({files.Files[1]}, web1)");
        Assert.That(files.MergeToJson().Sum.EngineVersion, Is.EqualTo("1.0, 1.1"));
    }

    private static void Warned(PartFiles files, string warning)
    {
        (BotOutcome outcome, BotRunResult sum) = files.MergeToJson();
        Assert.That((outcome.Code, outcome.Errors), Is.EqualTo((ExitCode.Good, "")));
        Assert.That(sum.Warnings, Is.EqualTo(new[] { warning }));
        Assert.That(outcome.Output, Does.Contain("WARNING        " + warning));
    }

    /// <summary>Merges, and checks that exactly these problems are in the text, with --quiet, in the JSON and in the report.</summary>
    private static BotRunResult Incomplete(PartFiles files, params string[] problems)
    {
        (BotOutcome outcome, BotRunResult sum) = files.MergeToJson("--report", files.At("whole.html"));
        Assert.That((outcome.Code, outcome.Errors), Is.EqualTo((ExitCode.Grid, "")));
        Assert.That(outcome.Output, Does.StartWith("INCOMPLETE"));
        Assert.That(sum.Problems, Is.EqualTo(problems));
        string page = File.ReadAllText(files.At("whole.html"));
        Assert.That(page, Does.Contain("<h1>INCOMPLETE: "));
        foreach (string problem in problems)
        {
            Assert.That(outcome.Output, Does.Contain(problem));
            Assert.That(page, Does.Contain(problem));
        }
        Assert.That(files.Merge("--quiet"), Is.EqualTo(
            new BotOutcome(ExitCode.Grid, "", string.Concat(problems.Select(problem => $"mongoose-bot: {problem}{Environment.NewLine}")))));
        return sum;
    }
}
