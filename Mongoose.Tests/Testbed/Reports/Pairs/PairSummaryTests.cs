using Mongoose.Runtime.Statistics;
using Mongoose.Testbed.Reports.Pairs;
using Mongoose.Testbed.Results;

namespace Mongoose.Tests.Testbed.Reports.Pairs;

public sealed class PairSummaryTests
{
    private const string Stock = SamplePairs.Stock, Mongoose = SamplePairs.Mongoose;

    private static readonly CircuitPair[] Two =
    [
        Pair(Circuit(Stock, 1500, 420, 41), Circuit(Mongoose, 1500, 1428, 12)),
        Pair(Circuit(Stock, 8000, 2400, 33) with { FirstTexturesSeconds = double.NaN }, Circuit(Mongoose, 8000, 7440, 9.04)),
    ];

    private static readonly CircuitPair[] Three = [.. Two, Pair(OverLine(Stock, 955, 1394, 10.21), OverLine(Mongoose, 932, 412, 2.38))];

    [Test]
    public void The_sentence_compares_each_circuit() => Assert.That(PairSummary.Sentence(Two), Is.EqualTo(
        "Mongoose carried 3.4 times stock's goodput at 1.5 Mbit/s and 3.1 times at 8 Mbit/s; "
        + "the 99th percentile of Task delay fell from 41 to 12 ms and from 33 to 9.0 ms."));

    [Test]
    public void The_sentence_states_if_the_second_circuit_is_worse() => Assert.That(
        PairSummary.Sentence(
        [
            Pair(Circuit(Stock, 500, 400, 20), Circuit(Mongoose, 500, 200, 30)),
            Pair(Circuit(Stock, 900, 400, 20), Circuit(Mongoose, 900, 400, 20)),
        ]),
        Is.EqualTo("Mongoose carried 0.5 times stock's goodput at 500 kbit/s and 1.0 times at 900 kbit/s; "
            + "the 99th percentile of Task delay rose from 20 to 30 ms and stayed at 20 ms."));

    [Test]
    public void The_sentence_includes_the_losses_over_a_line() => Assert.That(PairSummary.Sentence(Three), Is.EqualTo(
        "Mongoose carried 3.4 times stock's goodput at 1.5 Mbit/s, "
            + "3.1 times at 8 Mbit/s and 1.0 times at 3 Mbit/s over a line of 1 Mbit/s; "
        + "the 99th percentile of Task delay fell from 41 to 12 ms, from 33 to 9.0 ms and from 1394 to 412 ms; "
        + "over the line of 1 Mbit/s Mongoose lost 2.4 % of its packets, stock 10.2 %."));

    [Test]
    public void The_sentence_omits_delays_that_were_not_measured() => Assert.That(
        PairSummary.Sentence([Pair(Circuit(Stock, 1500, 400, double.NaN), Circuit(Mongoose, 1500, 800, 10))]),
        Is.EqualTo("Mongoose carried 2.0 times stock's goodput at 1.5 Mbit/s."));

    [TestCase(Stock)]
    [TestCase(Mongoose)]
    public void The_sentence_for_a_single_circuit_compares_nothing(string name) => Assert.That(
        PairSummary.Sentence([Pair(Circuit(name, 1500, 400, 10))]), Does.StartWith("Nothing to compare"));

    [Test]
    public void The_sentence_uses_the_names_of_the_flows()
    {
        TestbedResult result = SamplePairs.Result("", Circuit("plain", 900, 300, 20), Circuit("shaped", 900, 600, 10));
        result = result with { Pair = ["plain", "shaped"] };
        Assert.That(PairSummary.Sentence([CircuitPair.Find(result)!]), Does.StartWith("Shaped carried 2.0 times plain's goodput"));
        Assert.That(PairSummary.Table([CircuitPair.Find(result)!]).Servers, Is.EqualTo(new[] { "plain", "shaped" }));
    }

    [Test]
    public void Pairs_of_several_scenarios_keep_their_own_names()
    {
        TestbedResult other = SamplePairs.Result("", Circuit("plain", 900, 300, 20), Circuit("shaped", 900, 600, 10));
        other = other with { Pair = ["plain", "shaped"] };
        CircuitPair[] pairs = [Two[0], CircuitPair.Find(other)!];
        Assert.That(PairSummary.Table(pairs).Servers, Is.EqualTo(new[] { "stock", "mongoose", "plain", "shaped" }));
        Assert.That(PairSummary.Sentence(pairs), Does.StartWith("Mongoose carried")
            .And.Contains("Shaped carried 2.0 times plain's goodput"));
    }

    [Test]
    public void A_finding_states_whether_the_textures_were_completed()
    {
        Assert.That(PairSummary.Finding(Two[0]), Does.Contain("The first textures took 10.0 s to arrive (stock 10.0 s)."));
        Assert.That(PairSummary.Finding(Two[1]), Does.Contain("The first textures took 10.0 s to arrive (stock did not complete them)."));
    }

    [Test]
    public void A_finding_states_if_Task_delay_was_not_measured() => Assert.That(
        PairSummary.Finding(CircuitPair.Find(SamplePairs.Nothing())!), Does.EndWith("Task delay was not measured for both servers."));

    [Test]
    public void The_plain_table_is_aligned_and_fits_a_console()
    {
        CircuitPair finished = Pair(Circuit(Stock, 8000, 2400, 33), Circuit(Mongoose, 8000, 7440, 9.04));
        string[] lines = PairSummary.PlainText(PairSummary.Table([Three[0], finished, Three[2]]));
        Assert.That(lines, Has.Length.EqualTo(2 + 8));
        Assert.That(lines, Has.All.Length.LessThan(80));
        Assert.That(lines[2..].Select(line => line.Length).Distinct().Count(), Is.EqualTo(1), "rows end in the same column");
        Assert.That(lines[0], Does.Match("^ +1.5 Mbit/s +8 Mbit/s +line of 1 Mbit/s$"));
        Assert.That(lines[2], Does.Match("^Goodput, kbit/s +420 +1428 +2400 +7440 +955 +932$"));
        Assert.That(lines[4], Does.Match("^Packets lost, % +0.0 +0.0 +0.0 +0.0 +10.2 +2.4$"));
    }

    [Test]
    public void An_unfinished_download_is_shown_as_unfinished() => Assert.That(
        PairSummary.PlainText(PairSummary.Table(Two)), Has.Some.Match("^First textures, s +10.0 +10.0 +unfinished +10.0$"));

    [Test]
    public void Figures_are_the_same_in_every_culture()
    {
        using CommaCulture commas = new();
        Assert.That(1.5.ToString(), Is.EqualTo("1,5"), "the culture is active");
        Assert.That(PairSummary.Sentence(Two), Does.Contain("3.4 times"));
        Assert.That(PairSummary.Table(Two).Rows[^1].Cells, Has.All.EqualTo("1.3"));
    }

    [Test]
    public void A_missing_circuit_is_a_dash() => Assert.That(
        PairSummary.Table([Pair(Circuit(Mongoose, 1500, 400, 10))]).Rows[0].Cells, Is.EqualTo(new[] { "–", "400" }));

    [Test]
    public void A_result_whose_circuits_did_not_run_gives_no_pair() =>
        Assert.That(CircuitPair.FindAll([SamplePairs.Result("1.5 Mbit/s")]), Is.Empty);

    [Test]
    public void A_result_without_a_comparison_gives_no_pair() => Assert.That(CircuitPair.FindAll([SampleTestbedResult.Create()]), Is.Empty);

    [Test]
    public void Viewers_of_a_group_are_compared_by_their_means_and_the_first_is_drawn()
    {
        TestbedResult one = SamplePairs.Demo()[0];
        TestbedRun run = one.Runs[0];
        TestbedResult several = one with
        {
            Runs = [run
                with { Series = run.Series.Select(series => series with { Name = series.Name.Replace("stock.", "stock.1.") }).ToArray() }],
        };
        CircuitPair pair = CircuitPair.Find(several)!;
        Assert.That(pair.Base!.TaskDelayQuantiles, Is.EqualTo(CircuitPair.Find(one)!.Base!.TaskDelayQuantiles).And.Not.Empty);
    }

    private static SampleCircuit Circuit(string name, double throttle, double goodput, double p99) => new(name, throttle, throttle, goodput)
    {
        TaskDelayMs = new DelaySummary(p99 / 2, p99, p99 * 2),
        CpuPercent = 1.26,
    };

    private static SampleCircuit OverLine(string name, double goodput, double p99, double lost) =>
        Circuit(name, 1000, goodput, p99) with { ThrottleKbps = 3000, LossPercent = lost };

    private static CircuitPair Pair(params SampleCircuit[] circuits) => CircuitPair.Find(SamplePairs.Result("", circuits))!;
}
