using System.Globalization;
using System.Text;

namespace Mongoose.Runtime.Terminals;

/// <summary>Makes text of files, grids and peers safe for a terminal.</summary>
public static class TerminalText
{
    /// <summary>
    /// Replaces characters that move the cursor, change the direction of text or are invisible by their code units, such as \u001B: JSON keeps its meaning.
    /// </summary>
    public static string Escape(string text) => Escape(text, keepLines: false);

    /// <summary>Like <see cref="Escape(string)"/>, for text that may have several lines: line ends and tabs are kept.</summary>
    public static string EscapeLines(string text) => Escape(text, keepLines: true);

    private static string Escape(string text, bool keepLines)
    {
        StringBuilder safe = new(text.Length);
        for (int i = 0; i < text.Length;)
        {
            int length = char.IsSurrogatePair(text, i) ? 2 : 1;
            if (IsSafe(text, i) || keepLines && IsLayout(text, i))
                safe.Append(text, i, length);
            else
                AppendCode(safe, text.AsSpan(i, length));
            i += length;
        }
        return safe.ToString();
    }

    private static bool IsSafe(string text, int at) => CharUnicodeInfo.GetUnicodeCategory(text, at) is not (UnicodeCategory.Control or UnicodeCategory.Format
        or UnicodeCategory.LineSeparator or UnicodeCategory.ParagraphSeparator or UnicodeCategory.Surrogate);

    /// <summary>A carriage return alone would begin the line again, over what is there.</summary>
    private static bool IsLayout(string text, int at) => text[at] is '\n' or '\t' || text[at] == '\r' && at + 1 < text.Length && text[at + 1] == '\n';

    private static void AppendCode(StringBuilder safe, ReadOnlySpan<char> units)
    {
        foreach (char unit in units)
            safe.Append("\\u").Append(((int)unit).ToString("X4", CultureInfo.InvariantCulture));
    }
}
