using Mongoose.Runtime.Statistics;
using Mongoose.Testbed.Results;
using Mongoose.Testbed.Results.Matrix;

namespace Mongoose.Testbed.Scenarios.Matrix;

/// <summary>Checks the scenario's bands in every cell, against the mean over its seeds.</summary>
internal static class MatrixVerdicts
{
    public static IReadOnlyList<(string Cell, BandResult Band)> JudgeAll(Scenario scenario, MatrixSpec spec, MatrixTable table)
    {
        int factors = spec.Factors.Count;
        return table.Rows.GroupBy(row => string.Join(", ", table.Factors.Take(factors).Zip(row.Levels, (name, level) => $"{name} {level}")))
            .SelectMany(cell => scenario.Bands.Select(band => (cell.Key, Judge(band, cell)))).ToArray();
    }

    private static BandResult Judge(Band band, IEnumerable<MatrixRow> seeds)
    {
        double mean = SampleSummary.Of(seeds.Select(row => row.Stats.TryGet(band.Stat, out double value) ? value : double.NaN)).Mean;
        return BandResult.Judge(band.Stat, band.Min, band.Max, mean, band.Claim);
    }
}
