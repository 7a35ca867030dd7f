using Mongoose.Runtime.Statistics;
using Mongoose.Testbed.Results;
using Mongoose.Testbed.Results.Matrix;

namespace Mongoose.Testbed.Scenarios.Matrix;

/// <summary>Checks the scenario's bands in every cell, against the mean over its seeds.</summary>
internal static class MatrixVerdicts
{
    public static IReadOnlyList<(string Cell, BandResult Band)> JudgeAll(Scenario scenario, MatrixSpec spec, MatrixTable table) =>
        table.Rows.GroupBy(row => MatrixRow.Describe(table.Factors.Take(spec.Factors.Count), row.Levels))
            .SelectMany(cell => scenario.Bands.Select(band => (cell.Key, band.Judge(StatsOf(cell), stat => Mean(stat, cell))))).ToArray();

    private static string[] StatsOf(IEnumerable<MatrixRow> seeds) => seeds.SelectMany(row => row.Stats.Names).Distinct().ToArray();

    private static double Mean(string stat, IEnumerable<MatrixRow> seeds) =>
        SampleSummary.From(seeds.Select(row => row.Stats.TryGet(stat, out double value) ? value : double.NaN)).Mean;
}
