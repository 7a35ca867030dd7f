using System.Text.Json.Serialization;

namespace Mongoose.Testbed.Results.Figures;

/// <summary>
/// The specification of a figure: its kind, its series, its reference values. See docs/research/results-format.md.
/// </summary>
[JsonUnmappedMemberHandling(JsonUnmappedMemberHandling.Disallow)]
internal sealed record FigureSpec
{
    public required FigureKind Kind { get; init; }
    public required string Title { get; init; }

    /// <summary>A sentence below the title; may be empty.</summary>
    public string Caption { get; init; } = "";

    /// <summary>
    /// Names of series (for bars and tables, of stats), where * matches any text: <c>*.goodputKbps</c>. With a colon,
    /// <c>scenario:series</c>, a pattern also selects scenarios. Patterns without a match draw nothing.
    /// </summary>
    public string[] Series { get; init; } = [];

    /// <summary>For a table with rows of its own: the titles of its columns. <see cref="Series"/> is not used then.</summary>
    public string[] Columns { get; init; } = [];

    public TableRow[] Rows { get; init; } = [];

    public AxisSpec X { get; init; } = new();
    public AxisSpec Y { get; init; } = new();

    /// <summary>Marked values of y (for bars, of the stat; for contours, values with a contour line).</summary>
    public ReferenceValue[] References { get; init; } = [];

    /// <summary>Shaded ranges of y.</summary>
    public ShadedRange[] Ranges { get; init; } = [];
}

/// <summary>The kinds of figures.</summary>
internal enum FigureKind
{
    /// <summary>Lines over time.</summary>
    TimeSeries,

    /// <summary>Quantities that add up, over time, as stacked layers.</summary>
    Stack,

    /// <summary>The share of samples up to each value, as a curve.</summary>
    Cdf,

    /// <summary>Quartiles, whiskers and outliers of each series, side by side.</summary>
    BoxPlot,

    /// <summary>Lines through points: one quantity against another.</summary>
    Points,

    /// <summary>A quantity against two others: shades, with lines at round values.</summary>
    Contour,

    /// <summary>True and shown positions of things on a plane, and how late they are shown, side by side.</summary>
    Picture,

    /// <summary>Audio to play.</summary>
    Audio,

    /// <summary>Stats as bars, with 95 % confidence intervals over the seeds.</summary>
    Bars,

    /// <summary>Stats as numbers, with 95 % confidence intervals over the seeds.</summary>
    Table,
}

/// <summary>The settings of an axis; values not given are derived from the data.</summary>
[JsonUnmappedMemberHandling(JsonUnmappedMemberHandling.Disallow)]
internal sealed record AxisSpec
{
    public string? Title { get; init; }

    /// <summary>The unit of the values; no conversion takes place.</summary>
    public string? Unit { get; init; }

    public bool Log { get; init; }

    /// <summary>
    /// The start of the axis. By default 0, or the minimum of the data if the axis is logarithmic or the data has negative values.
    /// </summary>
    public double? Min { get; init; }

    /// <summary>The end of the axis; values beyond it are drawn at the end.</summary>
    public double? Max { get; init; }
}

/// <summary>A reference value, such as a fair share or a figure from a paper, drawn as a line across the value axis.</summary>
[JsonUnmappedMemberHandling(JsonUnmappedMemberHandling.Disallow)]
internal sealed record ReferenceValue
{
    public required double Value { get; init; }
    public string Label { get; init; } = "";

    /// <summary>If given, a single mark at this x is drawn instead of a line.</summary>
    public double? X { get; init; }
}

/// <summary>A shaded range of the value axis, such as an expected band.</summary>
[JsonUnmappedMemberHandling(JsonUnmappedMemberHandling.Disallow)]
internal sealed record ShadedRange
{
    public required double From { get; init; }
    public required double To { get; init; }
    public string Label { get; init; } = "";
}

/// <summary>A row of a table: the means of some stats.</summary>
[JsonUnmappedMemberHandling(JsonUnmappedMemberHandling.Disallow)]
internal sealed record TableRow
{
    public required string Label { get; init; }

    /// <summary>A stat for each column.</summary>
    public required string[] Stats { get; init; }
}
