using Mongoose.Runtime.Statistics;

namespace Mongoose.Testbed.Results.Matrix;

/// <summary>
/// Compares the levels of one factor of a matrix: for each combination of the other factors' levels, the mean of each stat.
/// </summary>
internal sealed class LevelComparison
{
    private readonly MatrixTable _table;
    private readonly int _by;
    private readonly int[] _others;

    /// <exception cref="ArgumentException">The matrix has no such factor.</exception>
    public LevelComparison(MatrixTable table, string by)
    {
        string[] factors = [.. table.Factors];
        (_table, _by) = (table, Array.IndexOf(factors, by));
        if (_by < 0)
            throw new ArgumentException(
                $"there is no factor {by}; the factors are {string.Join(", ", factors.Except(RunColumns.All))}", nameof(by));
        _others = Enumerable.Range(0, factors.Length).Where(i => i != _by && !RunColumns.All.Contains(factors[i])).ToArray();
        Levels = table.Rows.Select(row => row.Levels[_by]).Distinct().ToArray();
        Others = Array.ConvertAll(_others, i => factors[i]);
    }

    /// <summary>The levels of the compared factor, in the order of the rows.</summary>
    public string[] Levels { get; }

    /// <summary>The names of the other factors.</summary>
    public string[] Others { get; }

    public IEnumerable<ComparedCell> Cells => _table.Rows.GroupBy(row => MatrixRow.KeyOf(_others.Select(i => row.Levels[i])))
        .Select(cell => new ComparedCell(Array.ConvertAll(_others, i => cell.First().Levels[i]), cell.ToLookup(row => row.Levels[_by])));
}

/// <summary>One combination of the levels of all factors except the compared one.</summary>
/// <param name="Place">The levels of the other factors.</param>
/// <param name="Runs">The runs, by level of the compared factor.</param>
internal sealed record ComparedCell(string[] Place, ILookup<string, MatrixRow> Runs)
{
    /// <summary>The mean over the runs; NaN if the stat was not measured.</summary>
    public double Mean(string level, string stat) =>
        SampleSummary.From(Runs[level].Select(row => row.Stats.TryGet(stat, out double value) ? value : double.NaN)).Mean;
}
