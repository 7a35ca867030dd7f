using System.Text.Json.Serialization;

namespace Mongoose.Testbed.Results.Figures;

/// <summary>A figure as data: what is drawn, of which series, against what. See docs/RESULTS.md.</summary>
[JsonUnmappedMemberHandling(JsonUnmappedMemberHandling.Disallow)]
internal sealed record FigureSpec
{
    public required FigureKind Kind { get; init; }
    public required string Title { get; init; }

    /// <summary>A sentence below the title; may be empty.</summary>
    public string Caption { get; init; } = "";

    /// <summary>
    /// Names of series (of stats for bars and tables), where * is any text: <c>*.goodputKbps</c>. With a colon, <c>scenario:series</c>, they
    /// choose among scenarios too. Those that none matches are not drawn.
    /// </summary>
    public string[] Series { get; init; } = [];

    public AxisSpec X { get; init; } = new();
    public AxisSpec Y { get; init; } = new();

    /// <summary>Values of y (for bars, of the stat; for contours, values whose line is drawn) that are marked.</summary>
    public ReferenceValue[] References { get; init; } = [];

    /// <summary>Ranges of y that are shaded.</summary>
    public ShadedRange[] Ranges { get; init; } = [];
}

/// <summary>How numbers are drawn.</summary>
internal enum FigureKind
{
    /// <summary>Lines over time.</summary>
    TimeSeries,

    /// <summary>What adds up, over time: layers on each other.</summary>
    Stack,

    /// <summary>The share of samples up to each value.</summary>
    Cdf,

    /// <summary>Quartiles, whiskers and outliers of each series, side by side.</summary>
    BoxPlot,

    /// <summary>Lines through points: one quantity against another.</summary>
    Points,

    /// <summary>A quantity against two others: shades, and lines where it has round values.</summary>
    Contour,

    /// <summary>Stats as bars, with their 95 % intervals over the seeds.</summary>
    Bars,

    /// <summary>Stats as numbers, with their 95 % intervals over the seeds.</summary>
    Table,
}

/// <summary>An axis; what is not given is taken from the data.</summary>
[JsonUnmappedMemberHandling(JsonUnmappedMemberHandling.Disallow)]
internal sealed record AxisSpec
{
    public string? Title { get; init; }

    /// <summary>Of the values as they are: nothing is converted.</summary>
    public string? Unit { get; init; }

    public bool Log { get; init; }

    /// <summary>Where the axis begins; without it at 0, or where the data do if the axis is logarithmic or the data are negative.</summary>
    public double? Min { get; init; }

    /// <summary>Where the axis ends; what lies beyond is drawn at the end.</summary>
    public double? Max { get; init; }
}

/// <summary>A value to hold the data against, such as a fair share or a figure of a paper: a line across the value axis.</summary>
[JsonUnmappedMemberHandling(JsonUnmappedMemberHandling.Disallow)]
internal sealed record ReferenceValue
{
    public required double Value { get; init; }
    public string Label { get; init; } = "";

    /// <summary>When given, a single mark at this x and not a line.</summary>
    public double? X { get; init; }
}

/// <summary>A range of the value axis that is shaded, such as a band that is expected.</summary>
[JsonUnmappedMemberHandling(JsonUnmappedMemberHandling.Disallow)]
internal sealed record ShadedRange
{
    public required double From { get; init; }
    public required double To { get; init; }
    public string Label { get; init; } = "";
}
