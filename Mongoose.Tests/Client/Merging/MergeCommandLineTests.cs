using Mongoose.Client.Results;

namespace Mongoose.Tests.Client.Merging;

/// <summary>Command lines of merge that are refused before anything is read or written.</summary>
public sealed class MergeCommandLineTests
{
    private static readonly MadeRun Run = new(Bots: 4);

    [Test]
    public void Wrong_command_lines_are_refused()
    {
        Assert.That(BotOutcome.Of("merge"), Is.EqualTo(new BotOutcome(ExitCode.Usage, "",
            $"mongoose-bot: merge: name the files of the parts, such as part-*.json{Environment.NewLine}mongoose-bot: "
                + $"--help shows all options{Environment.NewLine}")));
        using PartFiles files = new(Run.Parts(1));
        Assert.That(files.Merge("--fail-if", "speed>3").Errors,
            Does.StartWith("mongoose-bot: --fail-if 'speed>3': no metric speed; allowed: "));
        Assert.That(files.Merge("--shard", "0/2").Errors,
            Does.StartWith("mongoose-bot: merge: there is no option --shard (a file of this name is ./--shard)"));
        Assert.That(files.Merge("--json", files.At("none/whole.json")).Code, Is.EqualTo(ExitCode.Usage));
        Assert.That(files.Merge("--report", files.At("none/whole.html")).Code, Is.EqualTo(ExitCode.Usage));
    }

    [Test]
    public void A_part_is_never_replaced_by_the_sum()
    {
        using PartFiles files = new(Run.Parts(2));
        string before = File.ReadAllText(files.Files[1]);
        Assert.That(files.Merge("--json", files.Files[1]).Errors,
            Does.Contain($"--json {files.Files[1]}: the file is one of those to merge, and would be replaced"));
        Assert.That(files.Merge("--report", files.Files[1]).Code, Is.EqualTo(ExitCode.Usage));
        Assert.That(files.Merge("--report", files.At("a"), "--json", files.At("a")).Code, Is.EqualTo(ExitCode.Usage));
        Assert.That(File.ReadAllText(files.Files[1]), Is.EqualTo(before));
    }

    [TestCase("here/part-0.json")]
    [TestCase("link.json")]
    [TestCase("here/link.json")]
    [Platform("Linux")]
    public void A_part_is_not_replaced_through_links_either(string name)
    {
        using PartFiles files = new(Run.Parts(2));
        Directory.CreateSymbolicLink(files.At("here"), ".");
        File.CreateSymbolicLink(files.At("link.json"), files.Files[0]);
        foreach (string option in (string[])["--json", "--report"])
            Refused(files.Merge(option, files.At(name)), $"{option} {files.At(name)}: "
                + "the file is one of those to merge, and would be replaced");
        Assert.That(BotJson.Parse(File.ReadAllText(files.Files[0])).Parts, Is.Null);
    }

    [Test]
    public void Every_output_is_a_file_of_its_own()
    {
        using PartFiles files = new(Run.Parts(1));
        string whole = files.At("whole"), bots = Path.Combine(whole, "bots.csv");
        Refused(files.Merge("--json", whole, "--report", whole), $"--json and --report are both {whole}");
        Refused(files.Merge("--json", whole, "--csv", whole), $"--json and --csv are both {whole}");
        Refused(files.Merge("--json", bots, "--csv", whole), $"--json and --csv are both {bots}");
        Refused(files.Merge("--report", "-"), "--report -: only --json can go to standard output (a file of this name is ./-)");
    }

    [Test]
    public void A_part_is_named_once()
    {
        using PartFiles files = new(Run.Parts(2));
        string again = Path.Combine(files.At("."), "part-0.json");
        Refused(files.Merge(files.Files[0]), $"{files.Files[0]} is named twice");
        Refused(files.Merge(again), $"{files.Files[0]} and {again} are the same file");
        Refused(files.Merge(""), "merge: \"\": the path is empty");
    }

    [TestCase("--fail-if", "p95_rtt_ms>1", "write it after merge")]
    [TestCase("--json", "whole.json", "write it after merge")]
    [TestCase("-botcount", "8", "merge has no such option")]
    public void Options_before_merge_are_refused_and_not_ignored(string option, string value, string reason)
    {
        using PartFiles files = new(Run.Parts(1));
        Refused(BotOutcome.Of(option, value, "merge", files.Files[0]), $"{option}: {reason}");
    }

    private static void Refused(BotOutcome outcome, string message) => Assert.That(outcome, Is.EqualTo(
        new BotOutcome(ExitCode.Usage, "", $"mongoose-bot: {message}{Environment.NewLine}mongoose-bot: "
            + $"--help shows all options{Environment.NewLine}")));
}
