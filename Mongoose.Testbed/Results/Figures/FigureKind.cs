namespace Mongoose.Testbed.Results.Figures;

/// <summary>How numbers are drawn.</summary>
public enum FigureKind
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
