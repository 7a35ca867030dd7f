using Mongoose.Runtime.Charts;
using Mongoose.Testbed.Results.Figures;

namespace Mongoose.Testbed.Reports.Plots;

/// <summary>Combines the figure's axis settings with the range of the data.</summary>
internal static class Axes
{
    /// <param name="spec">The figure's settings for the axis.</param>
    /// <param name="title">Used if the settings have no title.</param>
    /// <param name="unit">Used if the settings have no unit.</param>
    /// <param name="values">Values that the axis must cover; values that are not finite are ignored.</param>
    public static AxisRange Create(AxisSpec spec, string title, string unit, IEnumerable<double> values)
    {
        double[] shown = values.Where(value => double.IsFinite(value) && (!spec.Log || value > 0)).ToArray();
        double min = shown.DefaultIfEmpty(spec.Log ? 1 : 0).Min(), max = shown.DefaultIfEmpty(1).Max();
        return new AxisRange(Title(spec, title, unit), spec.Min ?? (spec.Log ? min : Math.Min(0, min)), spec.Max ?? max)
        {
            Logarithmic = spec.Log,
            Exact = !spec.Log && spec.Max is not null,
        };
    }

    /// <summary>The title, followed by a comma and the unit.</summary>
    public static string Title(AxisSpec spec, string title, string unit) =>
        string.Join(", ", new[] { spec.Title ?? title, spec.Unit ?? unit }.Where(part => part.Length > 0));

    public static Marker[] Markers(FigureSpec spec) =>
        spec.References.Select(reference => new Marker(reference.Value, reference.Label, reference.X)).ToArray();

    public static ShadedBand[] Shades(FigureSpec spec) =>
        spec.Ranges.Select(range => new ShadedBand(range.From, range.To, range.Label)).ToArray();

    /// <summary>Marked values must be on the axis too.</summary>
    public static IEnumerable<double> Marked(FigureSpec spec) =>
        spec.References.Select(reference => reference.Value).Concat(spec.Ranges.SelectMany(range => new[] { range.From, range.To }));
}
