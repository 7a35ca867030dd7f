using System.Globalization;
using Mongoose.Testbed.Results.Matrix;

namespace Mongoose.Testbed.Verbs;

/// <summary>
/// Levels of a matrix side by side, as a plain table: one line per cell, one column per stat with the figures of all levels.
/// </summary>
internal sealed class ComparisonText(LevelComparison comparison, string[] stats, Expectation[] expectations)
{
    private const string Between = " / ";

    /// <summary>The level that the expectations apply to: the last one.</summary>
    private readonly string _judged = comparison.Levels[^1];

    /// <summary>Writes the table, then the expectations that failed.</summary>
    /// <returns>The number of failed expectations over all cells.</returns>
    public int Write(TextWriter text)
    {
        ComparedCell[] cells = comparison.Cells.ToArray();
        text.WriteLine($"Each figure: {string.Join(Between, comparison.Levels)}");
        TextTable.Write(text, [[.. comparison.Others, .. stats],
            .. cells.Select(cell => (string[])[.. cell.Place, .. stats.Select(stat => Figures(cell, stat))])]);
        string[] failures = cells.SelectMany(cell =>
            expectations.Where(expected => !expected.Holds(cell, _judged)).Select(expected => Failure(cell, expected))).ToArray();
        foreach (string failure in failures)
            text.WriteLine(failure);
        int all = expectations.Length * cells.Length;
        if (all > 0)
            text.WriteLine($"{_judged}: {all - failures.Length} of {all} expectations hold.");
        return failures.Length;
    }

    private string Failure(ComparedCell cell, Expectation expected)
    {
        string place = string.Join(", ", comparison.Others.Zip(cell.Place, (name, level) => $"{name} {level}"));
        return $"FAILS: {place}: {expected.Text}: {Figures(cell, expected.Stat)}";
    }

    private string Figures(ComparedCell cell, string stat) =>
        string.Join(Between, comparison.Levels.Select(level => Number(cell.Mean(level, stat))));

    private static string Number(double value) =>
        double.IsNaN(value) ? "-" : value.ToString(Math.Abs(value) >= 100 ? "0" : "0.##", CultureInfo.InvariantCulture);
}
