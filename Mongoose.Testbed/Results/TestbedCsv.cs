using Mongoose.Testbed.Results.Series;

namespace Mongoose.Testbed.Results;

/// <summary>Testbed results as tables for spreadsheets, R and pandas. Numbers have full precision.</summary>
internal static class TestbedCsv
{
    public const string StatsFile = "stats.csv";
    public const string SeriesFile = "series.csv";

    /// <summary>The files that <see cref="Write"/> creates in its directory.</summary>
    public static IReadOnlyList<string> Files => [StatsFile, SeriesFile];

    /// <summary>Writes both tables into <paramref name="directory"/>, which is created if it is missing.</summary>
    /// <exception cref="OutputException">A table cannot be written.</exception>
    public static void Write(IReadOnlyList<TestbedResult> results, string directory)
    {
        OutputFile.CreateDirectory(directory);
        OutputFile.Write(Path.Combine(directory, StatsFile), Stats(results));
        OutputFile.Write(Path.Combine(directory, SeriesFile), Series(results));
    }

    /// <summary>One row per run, one column per stat that any run has.</summary>
    public static string Stats(IReadOnlyList<TestbedResult> results)
    {
        string[] stats = results.SelectMany(result => result.Runs).SelectMany(run => run.Stats.Names).Distinct().ToArray();
        CsvTable table = new(["scenario", "cell", "clock", "seed", .. stats]) { Decimals = null };
        foreach (TestbedResult result in results)
        {
            foreach (TestbedRun run in result.Runs)
                table.Add([result.Scenario.Name, result.Scenario.Cell, result.Scenario.Clock, run.Seed, .. stats.Select(stat => Value(run, stat))]);
        }
        return table.ToString();
    }

    /// <summary>
    /// One row per value. x is the time in seconds (of the bin's middle), the probability of a quantile, or the point's x; y is a grid's second
    /// quantity, and empty for most other series. A row of a picture has a true position and how late it is shown;
    /// the only row of audio has its length in seconds, and the bytes of its WAV file.
    /// </summary>
    public static string Series(IReadOnlyList<TestbedResult> results)
    {
        CsvTable table = new("scenario", "cell", "clock", "seed", "series", "kind", "unit", "x", "y", "value") { Decimals = null };
        foreach (TestbedResult result in results)
        {
            foreach (TestbedRun run in result.Runs)
            {
                foreach (DataSeries series in run.Series)
                {
                    (string kind, IEnumerable<(double X, double? Y, double Value)> values) = Rows(series);
                    foreach ((double x, double? y, double value) in values)
                        table.Add(result.Scenario.Name, result.Scenario.Cell, result.Scenario.Clock, run.Seed, series.Name, kind, series.Unit, x, y, value);
                }
            }
        }
        return table.ToString();
    }

    private static object? Value(TestbedRun run, string stat) => run.Stats.TryGet(stat, out double value) ? value : null;

    private static (string Kind, IEnumerable<(double X, double? Y, double Value)>) Rows(DataSeries series) => series switch
    {
        TimeSeries time => ("time", time.Values.Select((value, i) => (time.Time(i), (double?)null, value))),
        SampleSeries samples => ("samples", samples.Quantiles.Select((value, i) =>
            (i / Math.Max(1.0, samples.Quantiles.Length - 1), (double?)null, value))),
        PointSeries points => ("points", points.X.Zip(points.Y, (x, value) => (x, (double?)null, value))),
        GridSeries grid => ("grid", grid.Y.SelectMany((y, row) => grid.X.Select((x, column) => (x, (double?)y, grid.Values[row][column])))),
        PictureSeries picture => ("picture", picture.Late.Select((late, i) => (picture.X[i], (double?)picture.Y[i], late))),
        AudioSeries audio => ("audio", [(audio.Seconds, (double?)null, audio.Wav.Length)]),
        _ => throw new ArgumentException($"{series.Name} has an unknown kind", nameof(series)),
    };
}
