using System.Text.Json.Serialization;

namespace Mongoose.Testbed.Results.Figures;

/// <summary>A figure as data: what is drawn, of which series, against what. See docs/RESULTS.md.</summary>
[JsonUnmappedMemberHandling(JsonUnmappedMemberHandling.Disallow)]
public sealed record FigureSpec
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
