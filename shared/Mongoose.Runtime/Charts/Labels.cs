namespace Mongoose.Runtime.Charts;

/// <summary>Prevents labels from overlapping.</summary>
public static class Labels
{
    /// <summary>
    /// Returns positions at least <paramref name="gap"/> apart and as near to the wanted ones as possible, in the same order, between
    /// <paramref name="from"/> and <paramref name="to"/> if they fit there.
    /// </summary>
    public static double[] Spread(IReadOnlyList<double> wanted, double gap, double from, double to)
    {
        int[] order = Enumerable.Range(0, wanted.Count).OrderBy(i => wanted[i]).ToArray();
        double[] places = new double[wanted.Count];
        double low = from;
        foreach (int i in order)
        {
            places[i] = Math.Max(wanted[i], low);
            low = places[i] + gap;
        }
        double high = to;
        foreach (int i in order.Reverse())
        {
            places[i] = Math.Min(places[i], high);
            high = places[i] - gap;
        }
        return places;
    }
}

/// <summary>Estimates the width of text. The font is the reader's, so this is a generous estimate.</summary>
public static class TextWidth
{
    private const double Glyph = 6.9;

    /// <summary>The width in units of the drawing, at the size of a label.</summary>
    public static double Of(string text) => text.Length * Glyph;

    public static double MaxOf(IEnumerable<string> texts) => texts.Select(Of).DefaultIfEmpty(0).Max();

    /// <summary>The text, truncated with an ellipsis if it does not fit.</summary>
    public static string Fit(string text, double width)
    {
        int fits = Math.Max(1, (int)(width / Glyph));
        return text.Length <= fits ? text : text[..(fits - 1)] + "…";
    }
}
