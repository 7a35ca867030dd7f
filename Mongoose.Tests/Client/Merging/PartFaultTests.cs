using Mongoose.Client.Bots;
using Mongoose.Client.Results;

namespace Mongoose.Tests.Client.Merging;

/// <summary>A part that did less than it was asked for is incomplete, and says what it did not do.</summary>
public sealed class PartFaultTests
{
    private static readonly MadeRun Run = new(Bots: 4);

    [Test]
    public void Bots_that_did_not_arrive_are_counted()
    {
        BotRunResult part = With(Run.Part(1, 2), (bot, i) => i == 0 ? bot with { ArrivedS = double.NaN, State = BotState.Waiting } : bot);
        Incomplete(part with { Histograms = part.Histograms with { ArrivalMs = new DelayCounts([1.024], [1]) } },
            ": 1 of 2 bots did not arrive");
    }

    [TestCase(BotState.InRegion), TestCase(BotState.Leaving)]
    public void Bots_that_had_not_left_are_counted(object state) =>
        Incomplete(With(Run.Part(1, 2), (bot, i) => i == 0 ? bot with { State = (BotState)state } : bot),
            ": 1 of 2 bots had not left at the end");

    [Test]
    public void A_part_that_ended_early_is_named() =>
        Incomplete(With(Run.Part(1, 2), (bot, _) => bot with { OverS = 2.15 }), ": ended after 1.9 s of the 3 s after its last arrival");

    [Test]
    public void A_part_may_end_less_than_a_second_early()
    {
        using PartFiles files = new(Run.Part(0, 2), With(Run.Part(1, 2), (bot, _) => bot with { OverS = 2.3 }));
        Assert.That(files.Merge().Code, Is.EqualTo(ExitCode.Good));
    }

    [Test]
    public void A_part_without_round_trips_is_named()
    {
        BotRunResult part = Run.Part(1, 2);
        Incomplete(part with
        {
            Histograms = part.Histograms with { RoundTripMs = DelayCounts.None },
            Summary = part.Summary with { MaxRttMs = double.NaN },
        }, ": no ping was answered");
    }

    [Test]
    public void A_part_without_rates_is_named() =>
        Incomplete(With(Run.Part(1, 2), (bot, _) => bot with { MeanReceivedKbps = double.NaN }),
            ": no bot was in a region for a whole second");

    [Test]
    public void A_run_of_a_second_need_not_have_rates()
    {
        MadeRun run = new(Bots: 2, Seconds: 1);
        using PartFiles files = new(With(run.Part(0, 1), (bot, _) => bot with { MeanReceivedKbps = double.NaN }));
        Assert.That(files.Merge().Code, Is.EqualTo(ExitCode.Good));
    }

    [Test]
    public void An_interrupted_part_is_one_line_whatever_it_left_undone() =>
        Incomplete(With(Run.Part(1, 2), (bot, _) => bot with { OverS = 1, State = BotState.InRegion }) with { Interrupted = true },
            " was interrupted after 4.0 s");

    [Test]
    public void A_part_that_was_interrupted_before_it_began_was_not_late()
    {
        BotRunResult sum =
            Incomplete(Run.Part(1, 2, late: -20) with { Interrupted = true }, " was interrupted after 4.0 s", out string text);
        Assert.That(sum.Parts!.Select(part => part.LateS), Is.EqualTo(new[] { 0, double.NaN }));
        Assert.That(text, Does.Match(@"\n    1  web1 .* 0\.5 +-  interrupted"));
    }

    private static BotRunResult With(BotRunResult part, Func<BotResult, int, BotResult> change) =>
        part with { Bots = part.Bots.Select(change).ToArray() };

    /// <summary>Merges a complete part with this one, and checks that there is one problem, which names the part.</summary>
    private static void Incomplete(BotRunResult part, string problem) => Incomplete(part, problem, out _);

    private static BotRunResult Incomplete(BotRunResult part, string problem, out string text)
    {
        using PartFiles files = new(Run.Part(0, 2), part);
        (BotOutcome outcome, BotRunResult sum) = files.MergeToJson();
        Assert.That(outcome.Code, Is.EqualTo(ExitCode.Grid));
        Assert.That(sum.Problems, Is.EqualTo(new[] { $"shard 1 ({files.Files[1]}, web1){problem}" }));
        text = outcome.Output;
        return sum;
    }
}
