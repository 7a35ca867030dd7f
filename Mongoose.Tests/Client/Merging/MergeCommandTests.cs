using System.Globalization;
using System.Text.Json.Nodes;
using Mongoose.Client.Commands;
using Mongoose.Client.Results;
using Mongoose.Core.Units;

namespace Mongoose.Tests.Client.Merging;

/// <summary>The command line of merge, contradictory parts, and outputs.</summary>
public sealed class MergeCommandTests
{
    private static readonly MadeRun Run = new(Bots: 4);

    [Test]
    public void A_complete_sum_is_printed_with_a_line_for_each_part()
    {
        using PartFiles files = new(Run.Part(0, 2), Run.Part(1, 2, late: 0.5));
        BotOutcome outcome = files.Merge();
        Assert.That((outcome.Code, outcome.Errors), Is.EqualTo((ExitCode.Good, "")));
        Assert.That(outcome.Output, Does.StartWith("complete       all 2 parts")
            .And.Match(@"shard  host  arrived  received kbit/s  p95 RTT ms  timers p99 ms  late by s  note")
            .And.Match(@"    1  web1   2 of 2 +[0-9]+ +[0-9.]+ +0\.5 +0\.5")
            .And.Contain("starts         within 0.50 s: shard 0").And.Contain("bots           4 of 4 arrived, 0 failed")
            .And.Contain("all processes  0.50 cores, 128 MB peak"));
    }

    [Test]
    public void A_crossed_threshold_has_its_own_exit_code()
    {
        using PartFiles files = new(Run.Parts(2));
        (BotOutcome outcome, BotRunResult sum) = files.MergeToJson("--fail-if", "received_kbps<1000000", "--fail-if", "failed_bots>0");
        Assert.That(outcome.Code, Is.EqualTo(ExitCode.Threshold));
        Assert.That(sum.Thresholds.Select(threshold => threshold.Crossed), Is.EqualTo(new[] { true, false }));
    }

    [Test]
    public void Quiet_leaves_only_the_thresholds_that_are_crossed()
    {
        using PartFiles files = new(Run.Parts(2));
        Assert.That(files.Merge("--quiet", "--fail-if", "failed_bots<1", "--fail-if", "failed_bots>0"),
            Is.EqualTo(new BotOutcome(ExitCode.Threshold, "", $"mongoose-bot: failed_bots<1: 0, FAILED{Environment.NewLine}")));
    }

    [Test]
    public void Standard_output_contains_only_the_sum()
    {
        using PartFiles files = new(Run.Parts(2));
        BotOutcome outcome = files.Merge("--json", "-");
        Assert.That(BotJson.Parse(outcome.Output).Bots, Has.Count.EqualTo(4));
        Assert.That(outcome.Errors, Does.StartWith("complete       all 2 parts"));
    }

    [Test]
    public void The_tables_have_every_bot_second_and_part()
    {
        using PartFiles files = new(Run.Parts(2));
        Assert.That(files.Merge("--csv", files.At("csv")).Code, Is.EqualTo(ExitCode.Good));
        Assert.That(File.ReadLines(files.At("csv/bots.csv")).Skip(1).Select(line => line.Split(',')[0]),
            Is.EqualTo(Run.Part(0, 1).Bots.Select(bot => bot.Name)));
        Assert.That(File.ReadLines(files.At("csv/seconds.csv")).Count(), Is.EqualTo(1 + (4 * 3)));
        Assert.That(File.ReadLines(files.At("csv/parts.csv")).Skip(1).Select(line => line.Split(',')[0]), Is.EqualTo(new[] { "0", "1" }));
    }

    [Test]
    public void The_tables_of_bots_and_parts_have_the_figures_of_the_sum_under_the_same_names()
    {
        using PartFiles files = new(Run.Parts(2));
        files.MergeToJson("--csv", files.At("csv"));
        JsonObject sum = JsonNode.Parse(File.ReadAllText(files.At("whole.json")))!.AsObject();
        Dictionary<string, string>[] bots = NamedRows.Parse(File.ReadAllText(files.At("csv/bots.csv"))),
            parts = NamedRows.Parse(File.ReadAllText(files.At("csv/parts.csv")));
        Assert.That((bots.Length, parts.Length), Is.EqualTo((4, 2)));
        for (int i = 0; i < bots.Length; i++)
            NamedRows.AreThoseOf(bots[i], sum["bots"]![i]!.AsObject(), ("name", "bot"));
        for (int i = 0; i < parts.Length; i++)
            NamedRows.AreThoseOf(parts[i], PartOf(sum["parts"]![i]!.AsObject()));
    }

    /// <summary>A part with its machine's keys among its own.</summary>
    private static JsonObject PartOf(JsonObject part)
    {
        JsonObject flat = part.DeepClone().AsObject(), host = flat["host"]!.AsObject();
        flat["host"] = host["name"]!.DeepClone();
        (flat["cpuModel"], flat["cores"]) = (host["cpuModel"]!.DeepClone(), host["cores"]!.DeepClone());
        flat["startedAt"] = DateTimeOffset.Parse((string)flat["startedAt"]!, CultureInfo.InvariantCulture)
            .UtcDateTime.ToString("o", CultureInfo.InvariantCulture);
        return flat;
    }

    [Test]
    public void The_seconds_of_one_part_are_those_that_its_run_writes()
    {
        BotRunResult part = Run.Part(0, 1);
        using PartFiles files = new(part);
        files.Merge("--csv", files.At("merged"));
        BotCsv.Write(part, files.At("own"));
        Assert.That(File.ReadAllText(files.At("merged/seconds.csv")), Is.EqualTo(File.ReadAllText(files.At("own/seconds.csv"))));
    }

    [Test]
    public void The_same_shard_in_two_files_is_refused()
    {
        using PartFiles files = new(Run.Part(0, 2), Run.Part(1, 2), Run.Part(1, 2));
        Refused(files, $"mongoose-bot: shard 1 is in two files: {files.Files[1]} and {files.Files[2]}");
    }

    [Test]
    public void Unreadable_parts_are_named_beside_contradictions()
    {
        using PartFiles files = new(Run.Part(0, 2), Run.Part(1, 4));
        files.AddMissing("part-2.json");
        Refused(files, $"mongoose-bot: {files.Files[2]}: no such file",
            $"mongoose-bot: {files.Files[0]} and {files.Files[1]} are of different runs: shards 2 and 4");
    }

    [Test]
    public void Another_number_of_shards_is_refused()
    {
        using PartFiles files = new(Run.Part(0, 2), Run.Part(1, 4));
        Refused(files, $"mongoose-bot: {files.Files[0]} and {files.Files[1]} are of different runs: shards 2 and 4");
    }

    [Test]
    public void Different_options_are_named_with_both_values()
    {
        using PartFiles files = new(Run.Part(0, 2), Run.PartOf(1, 2, request => request with
        {
            Length = Duration.FromSeconds(60),
            Activity = "fly",
            Seed = 9,
            RateControl = request.RateControl with { UserSetting = DataRate.FromKilobitsPerSecond(500) },
            StartAt = null,
            Start = "home",
        }));
        Refused(files, $"mongoose-bot: {files.Files[0]} and {files.Files[1]} are of different runs: "
            + "startAt 2026-11-26T14:00:00.0000000Z and none, start \"\" and home, "
            + "seconds 3 and 60, activity walk and fly, and 2 more");
    }

    private static void Refused(PartFiles files, params string[] messages)
    {
        BotOutcome outcome = files.Merge("--json", files.At("whole.json"), "--report", files.At("whole.html"), "--csv", files.At("csv"));
        Assert.That((outcome.Code, outcome.Output), Is.EqualTo((ExitCode.Usage, "")));
        Assert.That(outcome.Errors.Split(Environment.NewLine),
            Is.EqualTo(messages.Append("mongoose-bot: nothing is written, because the parts contradict each other").Append("")));
        Assert.That(Directory.EnumerateFiles(files.At(""), "*", SearchOption.AllDirectories),
            Is.EquivalentTo(files.Files.Except(files.Missing)));
    }

    [Test]
    public void An_output_that_cannot_be_written_does_not_keep_the_others_from_being_written()
    {
        if (!File.Exists("/dev/full"))
            Assert.Ignore("the host has no /dev/full");
        using PartFiles files = new(Run.Part(0, 2));
        BotOutcome outcome = files.Merge("--json", "/dev/full", "--csv", files.At("csv"), "--report", files.At("whole.html"));
        Assert.That(outcome.Code, Is.EqualTo(ExitCode.Runtime));
        Assert.That(outcome.Errors, Does.Contain("cannot write /dev/full: there is no space left on the device"));
        Assert.That((File.Exists(files.At("csv/seconds.csv")), File.Exists(files.At("whole.html"))), Is.EqualTo((true, true)));
    }

    [Test]
    public void An_interrupted_merge_writes_nothing_by_halves()
    {
        using PartFiles files = new(Run.Parts(2));
        MergeSettings settings = new(files.Files, [], files.At("whole.json"), files.At("csv"), files.At("whole.html"), IsQuiet: true);
        using StringWriter errors = new();
        int code = new MergeRunner(settings, TextWriter.Null, errors).Run(new CancellationToken(canceled: true));
        Assert.That((code, errors.ToString()),
            Is.EqualTo((ExitCode.Interrupted, $"mongoose-bot: interrupted: the sum is not written completely{Environment.NewLine}")));
        Assert.That(Directory.EnumerateFiles(files.At(""), "*", SearchOption.AllDirectories), Is.EquivalentTo(files.Files));
    }

    [Test]
    public void Files_that_an_interrupted_merge_does_not_finish_stay_as_they_were()
    {
        using PartFiles files = new(Run.Parts(2));
        Directory.CreateDirectory(files.At("csv"));
        File.WriteAllText(files.At("csv/seconds.csv"), "before");
        using CancellationTokenSource interruption = new();
        using TextHook output = new(interruption.Cancel);
        MergeSettings settings = new(files.Files, [], null, files.At("csv"), files.At("whole.html"), IsQuiet: false);
        Assert.That(new MergeRunner(settings, output, TextWriter.Null).Run(interruption.Token), Is.EqualTo(ExitCode.Interrupted));
        Assert.That(File.ReadAllText(files.At("csv/seconds.csv")), Is.EqualTo("before"));
        Assert.That(Directory.EnumerateFiles(files.At("csv")).Select(Path.GetFileName),
            Is.SubsetOf(new[] { "bots.csv", "parts.csv", "seconds.csv" }));
        Assert.That(File.Exists(files.At("whole.html")), Is.False);
    }

    [Test]
    public void A_part_that_changes_while_it_is_read_is_not_mixed_with_what_it_was()
    {
        using PartFiles files = new(Run.Parts(2));
        using TextHook output = new(() => File.WriteAllText(files.Files[0], BotJson.Serialise(Run.Part(0, 2, late: 1))));
        using StringWriter errors = new();
        MergeSettings settings = new(files.Files, [], null, files.At("csv"), null, IsQuiet: false);
        Assert.That(new MergeRunner(settings, output, errors).Run(CancellationToken.None), Is.EqualTo(ExitCode.Runtime));
        Assert.That(errors.ToString(), Is.EqualTo($"mongoose-bot: cannot write {files.At("csv/seconds.csv")}: {files.Files[0]} changed "
            + $"while it was read{Environment.NewLine}"));
        Assert.That(File.Exists(files.At("csv/seconds.csv")), Is.False);
    }

    /// <summary>Does something when a merge writes its text, before the files.</summary>
    private sealed class TextHook(Action act) : StringWriter
    {
        public override void Write(string? value) => act();
    }

    [Test]
    public void The_report_has_the_verdict_the_machines_and_three_charts()
    {
        using PartFiles files = new(Run.Parts(2));
        Assert.That(files.Merge("--report", files.At("whole.html"), "--fail-if", "failed_bots>0").Code, Is.EqualTo(ExitCode.Good));
        string page = File.ReadAllText(files.At("whole.html"));
        Assert.That(page, Does.Contain("<h1>Complete: 4 of 4 bots arrived and received ").And.Contain("; all thresholds are good</h1>")
            .And.Contain("<td>1 web1</td>"));
        Assert.That(page.Split("<svg").Length - 1, Is.EqualTo(3));
        Assert.That(page, Does.Not.Contain("Warnings").And.Not.Contain("incomplete"));
    }

    [Test]
    public void Help_has_examples_and_exit_codes() =>
        Assert.That(BotOutcome.Of("merge", "--help").Output, Does.Contain("mongoose-bot merge part-*.json --json whole.json")
            .And.Contain("Exit codes: 0 complete and good").And.Contain("--report <file>"));
}
