using System.Globalization;
using Mongoose.Testbed.Results.Matrix;

namespace Mongoose.Testbed.Verbs;

/// <summary>Levels of a matrix side by side, as a plain table: a line for each cell, a column for each stat and level.</summary>
internal sealed class ComparisonText(LevelComparison comparison, string[] stats, Expectation[] expectations)
{
    /// <summary>Whose figures the expectations are for: the last.</summary>
    private readonly string _judged = comparison.Levels[^1];

    /// <summary>Writes the table, then what was expected and did not come.</summary>
    /// <returns>How many expectations failed, over all cells.</returns>
    public int Write(TextWriter text)
    {
        List<string[]> lines = [Header(comparison.Others, stat => stat), Header(comparison.Others.Select(_ => "").ToArray(), _ => null)];
        List<string> failures = [];
        foreach (ComparedCell cell in comparison.Cells)
        {
            lines.Add([.. cell.Place, .. stats.SelectMany(stat => comparison.Levels.Select(level => Number(cell.Mean(level, stat))))]);
            failures.AddRange(expectations.Where(expected => !expected.Holds(cell, _judged)).Select(expected => Failure(cell, expected)));
        }
        int[] widths = Enumerable.Range(0, lines[0].Length).Select(column => lines.Max(line => line[column].Length)).ToArray();
        foreach (string[] line in lines)
            text.WriteLine(string.Join("  ", line.Select((field, column) => Pad(field, column, widths[column]))).TrimEnd());
        text.WriteLine();
        foreach (string failure in failures)
            text.WriteLine(failure);
        int all = expectations.Length * comparison.Cells.Count();
        if (all > 0)
            text.WriteLine($"{_judged}: {all - failures.Count} of {all} expectations hold.");
        return failures.Count;
    }

    /// <summary>Names of stats stand over the first of their levels.</summary>
    private string[] Header(string[] first, Func<string, string?> name) =>
        [.. first, .. stats.SelectMany(stat => comparison.Levels.Select((level, i) => name(stat) is { } text ? (i == 0 ? text : "") : level))];

    private string Failure(ComparedCell cell, Expectation expected)
    {
        string place = string.Join(", ", comparison.Others.Zip(cell.Place, (name, level) => $"{name} {level}"));
        string values = string.Join(", ", comparison.Levels.Select(level => $"{level} {Number(cell.Mean(level, expected.Stat))}"));
        return $"FAILS: {place}: {expected.Text}: {values}";
    }

    private string Pad(string field, int column, int width) => column < comparison.Others.Length ? field.PadRight(width) : field.PadLeft(width);

    private static string Number(double value) =>
        double.IsNaN(value) ? "-" : value.ToString(Math.Abs(value) >= 100 ? "0" : "0.##", CultureInfo.InvariantCulture);
}
