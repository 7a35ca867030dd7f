using System.Globalization;
using System.Text;

namespace Mongoose.Client.Commands;

/// <summary>Makes text from a grid safe for a terminal.</summary>
internal static class TerminalText
{
    /// <summary>
    /// Replaces characters that move the cursor, change the direction of text or are invisible by their code points, such as \u001B or \U000E0001.
    /// </summary>
    public static string Escape(string text)
    {
        StringBuilder safe = new(text.Length);
        foreach (Rune rune in text.EnumerateRunes())
        {
            bool isUnsafe = Rune.GetUnicodeCategory(rune) is UnicodeCategory.Control or UnicodeCategory.Format
                or UnicodeCategory.LineSeparator or UnicodeCategory.ParagraphSeparator;
            if (isUnsafe)
                safe.Append(rune.IsBmp ? "\\u" : "\\U").Append(rune.Value.ToString(rune.IsBmp ? "X4" : "X8", CultureInfo.InvariantCulture));
            else
                safe.Append(rune);
        }
        return safe.ToString();
    }
}
