using System.Globalization;
using System.Text.Json.Nodes;
using Mongoose.Core.Units;
using Mongoose.Testbed.Results;
using Mongoose.Testbed.Results.Series;

namespace Mongoose.Tests.Testbed.Results;

public sealed class TestbedCsvTests
{
    private static readonly TestbedResult Result = new()
    {
        Scenario = new ScenarioInfo { Name = "one, two" },
        Runs =
        [
            new TestbedRun
            {
                Seed = 1, Stats = new() { { "a.x", 0.1 }, { "b.x", double.NaN } },
                Series =
                [
                    TimeSeries.Binned("a.rate", "kbit/s", Duration.FromSeconds(2), [5, double.NaN]),
                    SampleSeries.From("a.rttMs", "ms", [3, 1, 2]),
                    new GridSeries { Name = "g", X = [1, 2], Y = [7], Values = [[8, 9]] },
                    new PictureSeries { Name = "p", Unit = "ms", X = [1, 2], Y = [3, 4], ShownX = [5, 6], ShownY = [7, 8], Late = [0, 40] },
                    AudioSeries.From("heard", [1, 2, 3, 4], rate: 8000, channels: 2),
                ],
            },
            new TestbedRun { Seed = 2, Stats = new() { { "c.x", 1e-7 } } },
        ],
    };

    [Test]
    public void Stats_have_a_row_per_run_and_a_column_per_stat() => Assert.That(TestbedCsv.Stats([Result]), Is.EqualTo(
        "scenario,cell,clock,seed,a.x,b.x,c.x\n\"one, two\",,sim,1,0.1,,\n\"one, two\",,sim,2,,,1E-07\n"));

    [Test]
    public void Series_have_a_row_per_value() => Assert.That(TestbedCsv.Series([Result]).Split('\n').Skip(1)
        .Select(line => line.Replace("\"one, two\",,sim,1,", "")),
        Is.EqualTo(new[]
        {
            "a.rate,time,kbit/s,1,,5", "a.rate,time,kbit/s,3,,",
            "a.rttMs,samples,ms,0,,1", "a.rttMs,samples,ms,0.5,,2", "a.rttMs,samples,ms,1,,3",
            "g,grid,,1,7,8", "g,grid,,2,7,9", "p,picture,ms,1,3,0", "p,picture,ms,2,4,40", "heard,audio,,0.00025,,52", "",
        }));

    [Test]
    public void Tables_have_the_figures_of_the_JSON_under_the_same_names()
    {
        Dictionary<string, string>[] stats = NamedRows.Parse(TestbedCsv.Stats([Result])),
            series = NamedRows.Parse(TestbedCsv.Series([Result]));
        JsonNode json = JsonNode.Parse(TestbedJson.Serialise(Result))!;
        for (int i = 0; i < stats.Length; i++)
        {
            JsonObject run = json["runs"]![i]!.AsObject();
            foreach ((string name, JsonNode? value) in run["stats"]!.AsObject())
                Assert.That(stats[i][name], Is.EqualTo(value is null ? "" : ((double)value).ToString(CultureInfo.InvariantCulture)), name);
            Assert.That((stats[i]["scenario"], stats[i]["seed"]), Is.EqualTo(("one, two", $"{(long)run["seed"]!}")));
        }
        Assert.That((series[0]["series"], series[0]["kind"], series[0]["unit"], series[0]["x"], series[0]["y"], series[0]["value"]),
            Is.EqualTo(("a.rate", "time", "kbit/s", "1", "", "5")));
    }

    [TestCase("a,b", new[] { "a", "b" })]
    [TestCase("\"a,\"\"b\"\"\",", new[] { "a,\"b\"", "" })]
    [TestCase("", new[] { "" })]
    public void A_line_is_read_as_it_is_written(string line, string[] fields)
    {
        Assert.That(CsvLine.Fields(line), Is.EqualTo(fields));
        Assert.That(CsvLine.Format(fields.Select(field => (CsvField)field)), Is.EqualTo(line));
    }
}
