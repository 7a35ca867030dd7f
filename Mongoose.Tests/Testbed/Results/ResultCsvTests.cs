using System.Globalization;
using Mongoose.Core.Channels;
using Mongoose.Runtime.Statistics;
using Mongoose.Testbed.Results;

namespace Mongoose.Tests.Testbed.Results;

[TestFixture]
public sealed class ResultCsvTests
{
    private static string[][] Rows(string csv) =>
        csv.TrimEnd('\n').Split('\n').Select(line => line.Split(',')).ToArray();

    [Test]
    public void Runs_HasOneLineToEachRun()
    {
        string[][] rows = Rows(ResultCsv.Runs(SampleResult.Demo()));
        Assert.That(rows, Has.Length.EqualTo(1 + 6));
        Assert.That(rows[2][..6], Is.EqualTo(new[] { "2", "mongoose", "1500", "50", "1435.5", "0.957" }));
        Assert.That(rows[0].Zip(rows[2]).First(cell => cell.First == "textureSeconds").Second, Is.EqualTo("11.24"));
        Assert.That(rows[0].Zip(rows[1]).First(cell => cell.First == "textureSeconds").Second, Is.Empty, "stock did not finish");
        Assert.That(rows.Select(row => row[^1]), Is.EqualTo(new[] { "lineKbps", "", "", "", "", "1000", "1000" }));
        Assert.That(rows.Select(row => row.Length).Distinct().Count(), Is.EqualTo(1));
    }

    [Test]
    public void Tables_AreTheSameInEveryCulture()
    {
        DemoResult demo = SampleResult.Demo();
        string All() => ResultCsv.Runs(demo) + ResultCsv.Throughput(demo) + ResultCsv.TaskDelay(demo);
        string expected = All();
        using CommaCulture commas = new();
        Assert.That(All(), Is.EqualTo(expected));
    }

    [Test]
    public void Throughput_IsTheSeriesInLongForm()
    {
        DemoResult demo = SampleResult.Demo();
        string[][] rows = Rows(ResultCsv.Throughput(demo));
        Assert.That(rows, Has.Length.EqualTo(1 + 6 * 7 * 300));
        double expected = demo.Runs[0].Series.Of(Channel.Task)[2];
        string[] row = rows.Single(cells => cells[0] == "1" && cells[3] == "0.2" && cells[4] == "Task");
        Assert.That(double.Parse(row[5], CultureInfo.InvariantCulture), Is.EqualTo(expected).Within(1e-4));
    }

    [Test]
    public void TaskDelay_GoesFromQuantileZeroToOne()
    {
        DemoResult demo = SampleResult.Demo();
        string[][] rows = Rows(ResultCsv.TaskDelay(demo)).Where(row => row[0] == "3").ToArray();
        Assert.That(rows, Has.Length.EqualTo(Percentiles.MaxQuantiles));
        Assert.That(rows[100][1], Is.EqualTo("0.5"));
        Assert.That(rows[^1][1], Is.EqualTo("1"));
        Assert.That(double.Parse(rows[^1][2], CultureInfo.InvariantCulture), Is.EqualTo(demo.Runs[2].TaskDelayMs.Max).Within(1e-4));
    }

    [Test]
    public void WhatWasNotMeasured_IsAnEmptyField()
    {
        Assert.That(ResultCsv.Runs(SampleResult.Nothing()), Does.Contain("1,stock,1500,50,,,,,,,,0,0,,\n"));
        Assert.That(ResultCsv.Throughput(SampleResult.Nothing()), Is.EqualTo("run,server,throttleKbps,timeS,channel,kbps\n"));
        Assert.That(ResultCsv.TaskDelay(SampleResult.Nothing()), Is.EqualTo("run,quantile,ms\n"));
    }

    [Test]
    public void Fields_AreQuotedWhereRfc4180AsksForIt()
    {
        CsvTable table = new("a", "b");
        table.Add("x,y", "say \"hi\"");
        table.Add("two\nlines", 1.5);
        Assert.That(table.ToString(), Is.EqualTo("a,b\n\"x,y\",\"say \"\"hi\"\"\"\n\"two\nlines\",1.5\n"));
    }

    [Test]
    public void Write_MakesTheDirectoryAndItsThreeFiles()
    {
        using TemporaryDirectory directory = new();
        string target = Path.Combine(directory.Path, "new", "results");
        ResultCsv.Write(SampleResult.Demo(), target);
        Assert.That(Directory.GetFiles(target).Select(Path.GetFileName),
            Is.EquivalentTo(new[] { "runs.csv", "throughput.csv", "task-delay.csv" }));
    }
}
