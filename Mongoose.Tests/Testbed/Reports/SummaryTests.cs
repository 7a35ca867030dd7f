using Mongoose.Runtime.Statistics;
using Mongoose.Testbed.Reports;
using Mongoose.Testbed.Results;

namespace Mongoose.Tests.Testbed.Reports;

[TestFixture]
public sealed class SummaryTests
{
    private static RunResult Run(string server, double throttle, double goodput, double p99, double? texture = 10) => new()
    {
        Server = server,
        ThrottleKbps = throttle,
        RttMs = 50,
        GoodputKbps = goodput,
        Utilisation = goodput / throttle,
        TaskDelayMs = new DelaySummary(p99 / 2, p99, p99 * 2),
        TextureSeconds = texture,
        CpuPercent = 1.26,
    };

    private static DemoResult Demo(params RunResult[] runs) => SampleResult.Demo() with { Runs = runs };

    private static readonly DemoResult Two = Demo(
        Run(RunResult.Stock, 1500, 420, 41), Run(RunResult.Mongoose, 1500, 1428, 12),
        Run(RunResult.Stock, 8000, 2400, 33, null), Run(RunResult.Mongoose, 8000, 7440, 9.04));

    [Test]
    public void Sentence_ComparesEachCircuit() => Assert.That(Summary.Sentence(Two), Is.EqualTo(
        "Mongoose carried 3.4 times stock's goodput at 1.5 Mbit/s and 3.1 times at 8 Mbit/s; "
        + "the 99th percentile of Task delay fell from 41 to 12 ms and from 33 to 9.0 ms."));

    [Test]
    public void Sentence_SaysSoWhenMongooseDoesWorse() => Assert.That(
        Summary.Sentence(Demo(
            Run(RunResult.Stock, 500, 400, 20), Run(RunResult.Mongoose, 500, 200, 30),
            Run(RunResult.Stock, 900, 400, 20), Run(RunResult.Mongoose, 900, 400, 20))),
        Is.EqualTo("Mongoose carried 0.5 times stock's goodput at 500 kbit/s and 1.0 times at 900 kbit/s; "
            + "the 99th percentile of Task delay rose from 20 to 30 ms and stayed at 20 ms."));

    private static RunResult OverLine(string server, double goodput, double p99, double lost) =>
        Run(server, 3000, goodput, p99) with { LineKbps = 1000, Utilisation = goodput / 1000, LossPercent = lost };

    private static readonly DemoResult Three = Demo(
        [.. Two.Runs.Select(run => run with { TextureSeconds = 10 }), OverLine(RunResult.Stock, 955, 1394, 10.21), OverLine(RunResult.Mongoose, 932, 412, 2.38)]);

    [Test]
    public void Sentence_SaysWhatWasLostOverALine() => Assert.That(Summary.Sentence(Three), Is.EqualTo(
        "Mongoose carried 3.4 times stock's goodput at 1.5 Mbit/s, 3.1 times at 8 Mbit/s and 1.0 times at 3 Mbit/s over a line of 1 Mbit/s; "
        + "the 99th percentile of Task delay fell from 41 to 12 ms, from 33 to 9.0 ms and from 1394 to 412 ms; "
        + "over the line of 1 Mbit/s Mongoose lost 2.4 % of its packets, stock 10.2 %."));

    [Test]
    public void ALineAndACircuitOfTheSameThrottle_AreNotCompared()
    {
        DemoResult demo = Demo(Run(RunResult.Stock, 3000, 1100, 40), OverLine(RunResult.Mongoose, 932, 412, 2.38));
        Assert.That(Comparison.Of(demo).Select(pair => pair.Heading), Is.EqualTo(new[] { "3 Mbit/s", "line of 1 Mbit/s" }));
        Assert.That(Summary.Sentence(demo), Does.StartWith("There is nothing to compare"));
    }

    [Test]
    public void Sentence_LeavesOutDelaysThatWereNotMeasured() => Assert.That(
        Summary.Sentence(Demo(Run(RunResult.Stock, 1500, 400, double.NaN), Run(RunResult.Mongoose, 1500, 800, 10))),
        Is.EqualTo("Mongoose carried 2.0 times stock's goodput at 1.5 Mbit/s."));

    [TestCase(RunResult.Stock)]
    [TestCase(RunResult.Mongoose)]
    public void Sentence_WithOneServerOnly_ComparesNothing(string server) => Assert.That(
        Summary.Sentence(Demo(Run(server, 1500, 400, 10))), Does.StartWith("There is nothing to compare"));

    [Test]
    public void Finding_SaysWhetherTheTexturesFinished()
    {
        Comparison[] pairs = Comparison.Of(Two);
        Assert.That(Summary.Finding(pairs[0]), Does.Contain("The first textures took 10.0 s to arrive (stock 10.0 s)."));
        Assert.That(Summary.Finding(pairs[1]), Does.Contain("The first textures took 10.0 s to arrive (stock did not finish them)."));
    }

    [Test]
    public void Finding_SaysWhenTaskDelayWasNotMeasured() => Assert.That(
        Summary.Finding(Comparison.Of(SampleResult.Nothing())[0]), Does.EndWith("Task delay was not measured with both."));

    [Test]
    public void PlainText_IsAlignedAndFitsAConsole()
    {
        string[] lines = Summary.PlainText(Summary.Table(Three));
        Assert.That(lines, Has.Length.EqualTo(2 + 8));
        Assert.That(lines, Has.All.Length.LessThan(80));
        Assert.That(lines[2..].Select(line => line.Length).Distinct().Count(), Is.EqualTo(1), "rows end in one column");
        Assert.That(lines[0], Does.Match("^ +1.5 Mbit/s +8 Mbit/s +line of 1 Mbit/s$"));
        Assert.That(lines[2], Does.Match("^Goodput, kbit/s +420 +1428 +2400 +7440 +955 +932$"));
        Assert.That(lines[4], Does.Match("^Packets lost, % +0.0 +0.0 +0.0 +0.0 +10.2 +2.4$"));
    }

    [Test]
    public void ADownloadThatDidNotFinish_IsCalledSo() => Assert.That(
        Summary.PlainText(Summary.Table(Two)), Has.Some.Match("^First textures, s +10.0 +10.0 +unfinished +10.0$"));

    [Test]
    public void Figures_AreTheSameInEveryCulture()
    {
        using CommaCulture commas = new();
        Assert.That(1.5.ToString(), Is.EqualTo("1,5"), "the culture is in force");
        Assert.That(Summary.Sentence(Two), Does.Contain("3.4 times"));
        Assert.That(Summary.Table(Two).Rows[^1].Cells, Has.All.EqualTo("1.3"));
    }

    [Test]
    public void AMissingRun_IsADash() => Assert.That(
        Summary.Table(Demo(Run(RunResult.Mongoose, 1500, 400, 10))).Rows[0].Cells, Is.EqualTo(new[] { "–", "400" }));

    [Test]
    public void ADemoStoppedBeforeItsFirstRun_StillHasATableASentenceAndAReport()
    {
        DemoResult stopped = SampleResult.Demo() with { Interrupted = true, Runs = [] };
        Assert.That(Summary.PlainText(Summary.Table(stopped)), Is.Not.Empty);
        Assert.That(Summary.Sentence(stopped), Does.StartWith("There is nothing to compare"));
        Assert.That(HtmlReport.Write(stopped), Does.Contain("</html>"));
        Assert.That(ResultJson.Parse(ResultJson.Serialise(stopped)).Runs, Is.Empty);
    }
}
