using System.Globalization;
using System.Text;

namespace Mongoose.Client.Commands;

/// <summary>Text of a grid, made safe for a terminal.</summary>
internal static class TerminalText
{
    /// <summary>Replaces what moves the cursor, changes the direction of text or is invisible by its number, such as \u001B.</summary>
    public static string Escape(string text)
    {
        StringBuilder safe = new(text.Length);
        foreach (Rune rune in text.EnumerateRunes())
        {
            bool isUnsafe = Rune.GetUnicodeCategory(rune) is UnicodeCategory.Control or UnicodeCategory.Format
                or UnicodeCategory.LineSeparator or UnicodeCategory.ParagraphSeparator;
            if (isUnsafe)
                safe.Append(CultureInfo.InvariantCulture, $"\\u{rune.Value:X4}");
            else
                safe.Append(rune);
        }
        return safe.ToString();
    }
}
