using System.Globalization;
using Mongoose.Runtime.Statistics;
using Mongoose.Testbed.Results.Series;

namespace Mongoose.Testbed.Results.Matrix;

/// <summary>
/// The stats of a matrix by factor, as series for figures. Rows with the same levels of a figure's factors are averaged over the other
/// factors.
/// </summary>
internal sealed class MatrixTable(IReadOnlyList<string> factors, IReadOnlyList<MatrixRow> rows)
{
    public IReadOnlyList<string> Factors => factors;
    public IReadOnlyList<MatrixRow> Rows => rows;

    /// <summary>The names of the stats, in order of first occurrence.</summary>
    public string[] Stats => rows.SelectMany(row => row.Stats.Names).Distinct().ToArray();

    /// <summary>How the factors differ from those expected, in words; null if they do not.</summary>
    public string? DifferenceToFactors(IReadOnlyList<string> expected) =>
        factors.SequenceEqual(expected) ? null : $"its factors are {string.Join(", ", factors)}, not {string.Join(", ", expected)}";

    /// <summary>A stat against two factors with numeric levels; NaN if no row has the stat.</summary>
    /// <exception cref="ArgumentException">There is no such factor, or a level is not a number.</exception>
    public GridSeries Grid(string xFactor, string yFactor, string stat, string unit = "")
    {
        double[] xs = Numbers(xFactor).Distinct().Order().ToArray(), ys = Numbers(yFactor).Distinct().Order().ToArray();
        ILookup<(double, double), double> values = rows.Zip(Numbers(xFactor).Zip(Numbers(yFactor)))
            .ToLookup(pair => pair.Second, pair => Value(pair.First, stat));
        return new GridSeries
        {
            Name = stat,
            Unit = unit,
            XName = xFactor,
            X = xs,
            YName = yFactor,
            Y = ys,
            Values = ys.Select(y => xs.Select(x => SampleSummary.From(values[(x, y)]).Mean).ToArray()).ToArray(),
        };
    }

    /// <summary>
    /// A stat against one factor with numeric levels; one series per level of another factor, or a single series if that factor is null.
    /// </summary>
    /// <exception cref="ArgumentException">There is no such factor, or a level is not a number.</exception>
    public PointSeries[] Points(string xFactor, string stat, string? seriesFactor = null, string unit = "")
    {
        IEnumerable<string> names = seriesFactor is null ? rows.Select(_ => stat) : Levels(seriesFactor);
        return rows.Zip(Numbers(xFactor), names)
            .GroupBy(row => row.Third, row => (X: row.Second, Y: Value(row.First, stat)))
            .Select(group => Line(group.Key, group.ToArray()) with { Unit = unit, XName = xFactor })
            .ToArray();
    }

    private static PointSeries Line(string name, (double X, double Y)[] points)
    {
        double[] xs = points.Select(point => point.X).Distinct().Order().ToArray();
        return new PointSeries
        {
            Name = name,
            X = xs,
            Y = xs.Select(x => SampleSummary.From(points.Where(point => point.X == x).Select(point => point.Y)).Mean).ToArray(),
        };
    }

    private static double Value(MatrixRow row, string stat) => row.Stats.TryGet(stat, out double value) ? value : double.NaN;

    private string[] Levels(string factor)
    {
        int index = factors.ToList().IndexOf(factor);
        return index >= 0
            ? rows.Select(row => row.Levels[index]).ToArray()
            : throw new ArgumentException($"there is no factor {factor}; the factors are {string.Join(", ", factors)}", nameof(factor));
    }

    private double[] Numbers(string factor) => Array.ConvertAll(Levels(factor), level =>
        double.TryParse(level, NumberStyles.Float, CultureInfo.InvariantCulture, out double number)
            ? number
            : throw new ArgumentException($"level {level} of factor {factor} is not a number", nameof(factor)));
}
