using Mongoose.Testbed.Results.Series;

namespace Mongoose.Testbed.Results;

/// <summary>Testbed results as tables for spreadsheets, R and pandas. Numbers have full precision.</summary>
internal static class TestbedCsv
{
    public const string StatsFile = "stats.csv";
    public const string SeriesFile = "series.csv";

    /// <summary>The files that <see cref="Write"/> creates in its directory.</summary>
    public static IReadOnlyList<string> Files => [StatsFile, SeriesFile];

    /// <summary>The columns of series.csv.</summary>
    private static readonly CsvTable<Point> SeriesColumns = new(
        ("scenario", point => point.Scenario.Name),
        ("cell", point => point.Scenario.Cell),
        ("clock", point => point.Scenario.Clock),
        ("seed", point => point.Seed),
        ("series", point => point.Series.Name),
        ("kind", point => point.Kind),
        ("unit", point => point.Series.Unit),
        ("x", point => point.X),
        ("y", point => point.Y),
        ("value", point => point.Value))
    { Decimals = null };

    /// <summary>Writes both tables into <paramref name="directory"/>, which is created if it is missing.</summary>
    /// <exception cref="OutputException">A table cannot be written.</exception>
    public static void Write(IReadOnlyList<TestbedResult> results, string directory) => CsvFolder.Write(directory,
        (StatsFile, text => StatColumns(results).Write(text, Runs(results))),
        (SeriesFile, text => SeriesColumns.Write(text, Points(results))));

    /// <summary>One row per run, one column per stat that any run has.</summary>
    public static string Stats(IReadOnlyList<TestbedResult> results) => StatColumns(results).Text(Runs(results));

    /// <summary>
    /// One row per value. x is the time in seconds (of the bin's middle), the probability of a quantile, or the point's x; y is a grid's
    /// second quantity, and empty for most other series. A row of a picture has a true position and how late it is shown; the only row of
    /// audio has its length in seconds, and the bytes of its WAV file.
    /// </summary>
    public static string Series(IReadOnlyList<TestbedResult> results) => SeriesColumns.Text(Points(results));

    private static CsvTable<(ScenarioInfo Scenario, TestbedRun Run)> StatColumns(IReadOnlyList<TestbedResult> results) => new(
    [
        ("scenario", row => row.Scenario.Name),
        ("cell", row => row.Scenario.Cell),
        ("clock", row => row.Scenario.Clock),
        ("seed", row => row.Run.Seed),
        .. Runs(results).SelectMany(row => row.Run.Stats.Names).Distinct().Select(stat => (stat, ValueOf(stat))),
    ])
    { Decimals = null };

    private static Func<(ScenarioInfo Scenario, TestbedRun Run), CsvField> ValueOf(string stat) =>
        row => row.Run.Stats.TryGet(stat, out double value) ? value : double.NaN;

    private static IEnumerable<(ScenarioInfo Scenario, TestbedRun Run)> Runs(IReadOnlyList<TestbedResult> results) =>
        results.SelectMany(result => result.Runs.Select(run => (result.Scenario, run)));

    private static IEnumerable<Point> Points(IReadOnlyList<TestbedResult> results) =>
        from run in Runs(results)
        from series in run.Run.Series
        let rows = Rows(series)
        from row in rows.Values
        select new Point(run.Scenario, run.Run.Seed, series, rows.Kind, row.X, row.Y, row.Value);

    private static (string Kind, IEnumerable<(double X, double? Y, double Value)> Values) Rows(DataSeries series) => series switch
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

    /// <summary>A value of a series, and where it belongs.</summary>
    private readonly record struct Point(ScenarioInfo Scenario, long Seed, DataSeries Series, string Kind, double X, double? Y,
        double Value);
}
