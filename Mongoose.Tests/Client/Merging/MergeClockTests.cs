using Mongoose.Client.Results;

namespace Mongoose.Tests.Client.Merging;

/// <summary>Machines whose clocks differ, by the clock of the grid.</summary>
public sealed class MergeClockTests
{
    private static readonly MadeRun Run = new(Bots: 6);

    [Test]
    public void A_difference_that_answers_of_the_grid_explain_is_not_mentioned()
    {
        BotRunResult sum = Merge(ExitCode.Good, out _, double.NaN, -0.4, 1.6);
        Assert.That((sum.Warnings, sum.Problems), Is.EqualTo((Array.Empty<string>(), Array.Empty<string>())));
    }

    [Test]
    public void A_noticeable_difference_is_a_warning()
    {
        BotRunResult sum = Merge(ExitCode.Good, out string[] names, 0.5, 7.5, -22.5);
        Assert.That(sum.Warnings, Is.EqualTo(
            new[] { $"the clocks of the machines differ: that of {names[1]} is 30 s behind that of {names[2]}, by the grid's clock" }));
    }

    [Test]
    public void A_large_difference_is_a_problem()
    {
        BotRunResult sum = Merge(ExitCode.Grid, out string[] names, 0, 600, double.NaN);
        Assert.That(sum.Problems, Is.EqualTo(new[]
        {
            "the parts did not run at the same time although their own clocks say so: they began 600 s apart by the grid's clock; "
                + $"that of {names[1]} is 600 s behind that of {names[0]}, by the grid's clock",
        }));
        Assert.That(sum.Warnings, Is.Empty);
    }

    /// <summary>Two clocks that are apart, and two starts that are not, by one of the clocks.</summary>
    [TestCase(40, 40, 80), TestCase(40, -40, 0), TestCase(0, 61, 61), TestCase(0, 63, 63)]
    public void The_starts_count_by_the_grid_s_clock(double late, double aheadS, double apartS)
    {
        using PartFiles files = new(
            Run.Part(0, 2) with { GridClockAheadS = 0 }, Run.Part(1, 2, late) with { GridClockAheadS = aheadS });
        (BotOutcome outcome, BotRunResult sum) = files.MergeToJson();
        Assert.That(outcome.Code, Is.EqualTo(apartS > 62 ? ExitCode.Grid : ExitCode.Good));
        Assert.That(sum.Problems, Has.Count.EqualTo(apartS > 62 ? 1 : 0));
    }

    [Test]
    public void Each_part_keeps_its_difference_and_the_sum_has_none()
    {
        BotRunResult sum = Merge(ExitCode.Good, out _, 1, double.NaN, -0.5);
        Assert.That(sum.GridClockAheadS, Is.NaN);
        Assert.That(sum.Parts!.Select(part => part.GridClockAheadS), Is.EqualTo(new[] { 1, double.NaN, -0.5 }));
    }

    [Test]
    public void Accounts_of_other_names_are_another_run()
    {
        using PartFiles files = new(Run.Part(0, 2), Run.PartOf(1, 2, request =>
            request with { Accounts = request.Accounts with { FirstName = "Load", LastName = "Bot_*" } }));
        BotOutcome outcome = files.Merge();
        Assert.That(outcome.Code, Is.EqualTo(ExitCode.Usage));
        Assert.That(outcome.Errors, Does.Contain("are of different runs: firstName \"\" and Load, lastName \"\" and Bot_*"));
    }

    private static BotRunResult Merge(int code, out string[] names, params double[] aheadS)
    {
        using PartFiles files = new(Run.Parts(3).Zip(aheadS, (part, ahead) => part with { GridClockAheadS = ahead }).ToArray());
        names = files.Files.Select((file, i) => $"shard {i} ({file}, web{i})").ToArray();
        (BotOutcome outcome, BotRunResult sum) = files.MergeToJson("--csv", files.At("csv"));
        Assert.That(outcome.Code, Is.EqualTo(code), outcome.Output);
        IEnumerable<string> column = NamedRows.Parse(File.ReadAllText(files.At("csv/parts.csv")))
            .Select(part => part["grid_clock_ahead_s"]);
        Assert.That(column, Is.EqualTo(aheadS.Select(ahead => double.IsNaN(ahead) ? "" : FormattableString.Invariant($"{ahead}"))));
        return sum;
    }
}
