using Mongoose.Testbed.Results;
using Mongoose.Testbed.Results.Figures;
using Mongoose.Testbed.Results.Matrix;
using Mongoose.Testbed.Results.Series;

namespace Mongoose.Testbed.Scenarios.Matrix;

/// <summary>
/// A whole matrix as one result, which reports draw like any other: figures over its factors, and the bands of all cells.
/// </summary>
internal static class MatrixResult
{
    public static TestbedResult Create(
        Scenario scenario, MatrixSpec spec, ClockKind clock, MatrixTable table, IEnumerable<(string Cell, BandResult Band)> verdicts)
    {
        List<DataSeries> series = [];
        List<FigureSpec> figures = [];
        for (int i = 0; i < spec.Figures.Count; i++)
        {
            DataSeries[] drawn = SeriesOf(spec.Figures[i], table, prefix: $"figure{i + 1}.");
            series.AddRange(drawn);
            figures.Add(spec.Figures[i].Spec with { Series = drawn.Select(line => line.Name).ToArray() });
        }
        return new TestbedResult
        {
            Scenario = scenario.Info(clock, [scenario.Seed]),
            Runs = [new TestbedRun { Seed = scenario.Seed, Series = series.ToArray() }],
            Bands = verdicts.Select(verdict => verdict.Band with { Claim = Join(verdict.Cell, verdict.Band.Claim) }).ToArray(),
            Figures = figures.ToArray(),
        };
    }

    private static DataSeries[] SeriesOf(MatrixFigure figure, MatrixTable table, string prefix)
    {
        string unit = figure.Spec.Y.Unit ?? "";
        DataSeries[] series = figure.Y is { } y
            ? [table.Grid(figure.X, y, figure.Stat, unit)]
            : table.Points(figure.X, figure.Stat, figure.By, unit);
        return series.Select(line => line with { Name = prefix + line.Name }).ToArray();
    }

    private static string Join(string cell, string claim) => claim.Length == 0 ? cell : $"{cell}: {claim}";
}
