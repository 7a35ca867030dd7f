using System.Globalization;
using System.Text;

namespace Mongoose.Runtime.Terminals;

/// <summary>Makes text of files, grids and peers safe for a terminal.</summary>
public static class TerminalText
{
    /// <summary>
    /// Escapes characters that move the cursor, change the direction of text or are invisible. An escape is the code units, such as
    /// \u001B: JSON keeps its meaning.
    /// </summary>
    public static string Escape(string text) => Escape(text, keepLines: false);

    /// <summary>Like <see cref="Escape(string)"/>, for text that may have several lines: line ends and tabs are kept.</summary>
    public static string EscapeLines(string text) => Escape(text, keepLines: true);

    private static string Escape(string text, bool keepLines)
    {
        int first = FirstUnsafe(text, keepLines);
        if (first == text.Length)
            return text;
        StringBuilder safe = new(text, 0, first, text.Length + 16);
        for (int i = first; i < text.Length;)
        {
            int length = LengthAt(text, i);
            if (MayStay(text, i, keepLines))
                safe.Append(text, i, length);
            else
                AppendCode(safe, text.AsSpan(i, length));
            i += length;
        }
        return safe.ToString();
    }

    /// <summary>Results of a long run are one text of up to a billion characters: it is not copied without need.</summary>
    private static int FirstUnsafe(string text, bool keepLines)
    {
        int i = 0;
        while (i < text.Length && MayStay(text, i, keepLines))
            i += LengthAt(text, i);
        return i;
    }

    private static int LengthAt(string text, int at) => char.IsSurrogatePair(text, at) ? 2 : 1;

    private static bool MayStay(string text, int at, bool keepLines) => IsSafe(text, at) || keepLines && IsLayout(text, at);

    private static bool IsSafe(string text, int at) =>
        CharUnicodeInfo.GetUnicodeCategory(text, at) is not (UnicodeCategory.Control or UnicodeCategory.Format
            or UnicodeCategory.LineSeparator or UnicodeCategory.ParagraphSeparator or UnicodeCategory.Surrogate);

    /// <summary>A carriage return alone would let the text after it overwrite the line.</summary>
    private static bool IsLayout(string text, int at) =>
        text[at] is '\n' or '\t' || text[at] == '\r' && at + 1 < text.Length && text[at + 1] == '\n';

    private static void AppendCode(StringBuilder safe, ReadOnlySpan<char> units)
    {
        foreach (char unit in units)
            safe.Append("\\u").Append(((int)unit).ToString("X4", CultureInfo.InvariantCulture));
    }
}
