namespace Mongoose.Testbed.Reports.Svg;

/// <summary>Room for text. The font is the reader's, so this errs on the wide side.</summary>
public static class TextWidth
{
    private const double Glyph = 6.9;

    /// <summary>In units of the drawing, at the size of a label.</summary>
    public static double Of(string text) => text.Length * Glyph;

    public static double OfLongest(IEnumerable<string> texts) => texts.Select(Of).DefaultIfEmpty(0).Max();

    /// <summary>The text as far as it fits, with an ellipsis for the rest.</summary>
    public static string Fit(string text, double width)
    {
        int fits = Math.Max(1, (int)(width / Glyph));
        return text.Length <= fits ? text : text[..(fits - 1)] + "…";
    }
}
