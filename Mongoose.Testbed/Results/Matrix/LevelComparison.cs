using Mongoose.Runtime.Statistics;

namespace Mongoose.Testbed.Results.Matrix;

/// <summary>The levels of one factor of a matrix side by side: for each combination of the others' levels the mean of each stat.</summary>
internal sealed class LevelComparison
{
    /// <summary>Columns of a matrix that tell runs of a cell apart, and are no factors.</summary>
    private static readonly string[] BesideTheFactors = ["seed", "realSeed", "version"];

    private readonly MatrixTable _table;
    private readonly int _by;
    private readonly int[] _others;

    /// <exception cref="ArgumentException">There is no such factor.</exception>
    public LevelComparison(MatrixTable table, string by)
    {
        string[] factors = [.. table.Factors];
        (_table, _by) = (table, Array.IndexOf(factors, by));
        if (_by < 0)
            throw new ArgumentException($"there is no factor {by}; the factors are {string.Join(", ", factors.Except(BesideTheFactors))}", nameof(by));
        _others = Enumerable.Range(0, factors.Length).Where(i => i != _by && !BesideTheFactors.Contains(factors[i])).ToArray();
        Levels = table.Rows.Select(row => row.Levels[_by]).Distinct().ToArray();
        Others = Array.ConvertAll(_others, i => factors[i]);
    }

    /// <summary>Of the compared factor, in the order of the rows.</summary>
    public string[] Levels { get; }

    /// <summary>The names of the other factors.</summary>
    public string[] Others { get; }

    public IEnumerable<ComparedCell> Cells => _table.Rows.GroupBy(row => string.Join(", ", _others.Select(i => row.Levels[i])))
        .Select(cell => new ComparedCell(Array.ConvertAll(_others, i => cell.First().Levels[i]), cell.ToLookup(row => row.Levels[_by])));
}

/// <summary>One combination of the levels of all factors but the compared one.</summary>
/// <param name="Place">Those levels.</param>
/// <param name="Runs">By level of the compared factor.</param>
internal sealed record ComparedCell(string[] Place, ILookup<string, MatrixRow> Runs)
{
    /// <summary>NaN where it was not measured.</summary>
    public double Mean(string level, string stat) =>
        SampleSummary.Of(Runs[level].Select(row => row.Stats.TryGet(stat, out double value) ? value : double.NaN)).Mean;
}
