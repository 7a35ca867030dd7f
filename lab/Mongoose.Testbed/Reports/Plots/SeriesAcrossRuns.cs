using Mongoose.Runtime.Charts;
using Mongoose.Testbed.Results.Series;

namespace Mongoose.Testbed.Reports.Plots;

/// <summary>Combines a quantity over time from several runs into one line.</summary>
internal static class SeriesAcrossRuns
{
    /// <summary>More points than the plot has pixels would only make the page larger.</summary>
    private const int MaxColumns = 480;

    /// <summary>The end of the last bin, or the last sample time, in seconds.</summary>
    public static double End(TimeSeries run) => run.At is { Length: > 0 } moments ? moments[^1] : run.Values.Length * (run.BinSeconds ?? 1);

    public static LineSeries Line(SeriesGroup<TimeSeries> group, string style, bool spread)
    {
        TimeSeries first = group.Runs[0];
        if (first.At is not null)
            return new LineSeries(group.Label, style, Thin(first)) { Steps = true };
        (double Time, double[] Values)[] columns = Columns(group.Runs);
        return new LineSeries(group.Label, style, columns.Select(column => (column.Time, Mean(column.Values))).ToArray())
        {
            Spread = !spread || group.Runs.Count < 2 ? [] : columns
                .Select(column =>
                    (column.Time, column.Values.DefaultIfEmpty(double.NaN).Min(), column.Values.DefaultIfEmpty(double.NaN).Max()))
                .ToArray(),
        };
    }

    /// <summary>The values at each time: each run's mean over the bins of the column.</summary>
    private static (double Time, double[] Values)[] Columns(IReadOnlyList<TimeSeries> runs)
    {
        int bins = runs.Max(run => run.Values.Length), group = Math.Max(1, (bins + MaxColumns - 1) / MaxColumns);
        return Enumerable.Range(0, (bins + group - 1) / group)
            .Select(column => (column * group, Math.Min((column + 1) * group, bins)))
            .Select(range => ((runs[0].Time(range.Item1) + runs[0].Time(range.Item2 - 1)) / 2,
                runs.Select(run => Mean(run.Values.Take(range.Item1..range.Item2))).Where(double.IsFinite).ToArray()))
            .ToArray();
    }

    private static double Mean(IEnumerable<double> values) => values.Where(double.IsFinite).DefaultIfEmpty(double.NaN).Average();

    /// <summary>Keeps the first, lowest, highest and last sample of each column, so that no peak is lost.</summary>
    private static (double X, double Y)[] Thin(TimeSeries run)
    {
        (double X, double Y)[] points = run.Values.Select((value, i) => (run.Time(i), value)).ToArray();
        int group = points.Length / MaxColumns;
        return group <= 4 ? points : points.Chunk(group)
            .SelectMany(chunk => new[] { chunk[0], chunk.MinBy(point => point.Y), chunk.MaxBy(point => point.Y), chunk[^1] }.Distinct()
                .OrderBy(point => point.X))
            .ToArray();
    }
}
