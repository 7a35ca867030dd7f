using System.Xml.Linq;

namespace Mongoose.Runtime.Charts;

/// <summary>
/// Pictures side by side: true positions as hollow points, shown positions as filled points, and between them lines whose shade tells how
/// late the shown position is. Each kind of mark is one path per picture, so that thousands of points stay a small page.
/// </summary>
public sealed record PictureChart
{
    /// <summary>The largest lateness of each shade but the last.</summary>
    public static readonly double[] Limits = [40, 100, 250, 500, 1000, 2500];

    /// <summary>The shade of the first limit: paler ones do not stand out as lines.</summary>
    private const int FirstShade = ContourChart.Shades - 1 - 6;

    /// <summary>With more points than this, marks are smaller.</summary>
    private const int MaxLargeMarks = 300;

    private const int MaxColumns = 4;
    private const double Gap = 22, Inset = 6, MaxSide = 340, KeyHeight = 34, HeadHeight = 40;

    public required string Description { get; init; }
    public required Picture[] Pictures { get; init; }
    public required AxisRange X { get; init; }
    public required AxisRange Y { get; init; }

    /// <summary>The unit of lateness.</summary>
    public required string Unit { get; init; }

    public XElement Draw()
    {
        int rows = (Pictures.Length + MaxColumns - 1) / MaxColumns, columns = (Pictures.Length + rows - 1) / rows;
        double width = Frame.Full.Width, side = Math.Min(MaxSide, (width - (columns - 1) * Gap) / columns), height = HeadHeight + side;
        return SvgXml.Root(width, KeyHeight + rows * height + (rows - 1) * Gap, Description,
            Key(),
            Pictures.Select((picture, i) =>
                Panel(picture, i % columns * (side + Gap), KeyHeight + i / columns * (height + Gap) + HeadHeight, side)));
    }

    private XElement[] Panel(Picture picture, double left, double top, double side)
    {
        Scale x = (X with { Exact = true }).Scale(left + Inset, left + side - Inset),
            y = (Y with { Exact = true }).Scale(top + side - Inset, top + Inset);
        string size = picture.Points.Length > MaxLargeMarks ? " fine" : "";
        PicturePoint[] shown = picture.Points.Where(point => point.IsShown).ToArray();
        return
        [
            SvgXml.Text(left, top - 24, "start", "label name", TextWidth.Fit(picture.Name, side)),
            SvgXml.Text(left, top - 8, "start", "label", TextWidth.Fit(picture.Note, side)),
            SvgXml.Rectangle(left, top, side, side, "paper", picture.Name),
            .. Lines(shown, x, y, size),
            .. Marks("true", size, Points(picture.Points, point => (x.Position(point.X), y.Position(point.Y)))),
            .. Marks("shown", size, Points(shown, point => (x.Position(point.ShownX), y.Position(point.ShownY)))),
        ];
    }

    private IEnumerable<XElement> Lines(PicturePoint[] shown, Scale x, Scale y, string size)
    {
        for (int shade = 0; shade <= Limits.Length; shade++)
        {
            PathBuilder lines = new();
            foreach (PicturePoint point in shown.Where(point => ShadeOf(point.Late) == shade && point.Late > 0))
                lines.Move(x.Position(point.ShownX), y.Position(point.ShownY)).LineTo(x.Position(point.X), y.Position(point.Y));
            if (!lines.IsEmpty)
                yield return SvgXml.Path(StyleOf(shade) + size, lines, $"late by {Label(shade)}");
        }
    }

    /// <summary>Points are lines of no length with round ends.</summary>
    private static PathBuilder Points(IEnumerable<PicturePoint> points, Func<PicturePoint, (double X, double Y)> place)
    {
        PathBuilder path = new();
        foreach ((double x, double y) in points.Select(place))
            path.Move(x, y).HorizontalTo(x);
        return path;
    }

    private static XElement[] Marks(string kind, string size, PathBuilder points) => points.IsEmpty ? [] :
    [
        SvgXml.Path($"point edge {kind}{size}", points, $"{kind} positions"),
        SvgXml.Path($"point {kind}{size}", points, $"{kind} positions"),
    ];

    private IEnumerable<XElement> Key()
    {
        const double y = 10;
        double x = 6;
        foreach (string kind in (string[])["true", "shown"])
        {
            string text = $"{kind} position";
            foreach (XElement mark in Marks(kind, "", new PathBuilder().Move(x, y).HorizontalTo(x)))
                yield return mark;
            yield return SvgXml.Text(x + 9, y + 4, "start", "label", text);
            x += 9 + TextWidth.Of(text) + Gap;
        }
        yield return SvgXml.Text(x, y + 4, "start", "label", "late by");
        x += TextWidth.Of("late by") + 4;
        for (int shade = 0; shade <= Limits.Length; shade++)
        {
            yield return SvgXml.Path(StyleOf(shade), new PathBuilder().Move(x, y).HorizontalTo(x + 18), Label(shade));
            yield return SvgXml.Text(x + 23, y + 4, "start", "label", Label(shade));
            x += 23 + TextWidth.Of(Label(shade)) + 10;
        }
    }

    private static int ShadeOf(double late) =>
        Array.FindIndex(Limits, limit => late <= limit) is >= 0 and int shade ? shade : Limits.Length;

    private static string StyleOf(int shade) => $"late late-{shade + FirstShade}";

    private string Label(int shade) => shade < Limits.Length
        ? $"≤ {SvgXml.Number(Limits[shade])}{(shade == Limits.Length - 1 ? " " + Unit : "")}"
        : "more";
}

/// <summary>One picture.</summary>
/// <param name="Name">The subject of the picture.</param>
/// <param name="Note">A line below the name.</param>
/// <param name="Points">The points.</param>
public sealed record Picture(string Name, string Note, PicturePoint[] Points);

/// <summary>A point's true and shown positions, and how late the shown one is; the shown position is NaN if nothing is shown.</summary>
public readonly record struct PicturePoint(double X, double Y, double ShownX, double ShownY, double Late)
{
    public bool IsShown => double.IsFinite(ShownX) && double.IsFinite(ShownY);
}
