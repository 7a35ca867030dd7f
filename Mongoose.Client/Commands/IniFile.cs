namespace Mongoose.Client.Commands;

/// <summary>
/// An INI file in OpenSimulator's format: sections in brackets, keys and values, comments after ; or # at the start of a line, or
/// after a section.
/// </summary>
internal static class IniFile
{
    /// <summary>The keys of one section, in file order; empty if the file has no such section.</summary>
    /// <exception cref="FormatException">
    /// A line is neither a section, a key nor a comment; the message contains the file and line.
    /// </exception>
    /// <exception cref="IOException">The file cannot be read.</exception>
    /// <exception cref="UnauthorizedAccessException">The file may not be read.</exception>
    public static IReadOnlyList<(string Key, string Value)> ReadSection(string path, string section)
    {
        List<(string, string)> entries = [];
        bool isInside = false;
        int number = 0;
        foreach (string line in File.ReadLines(path))
        {
            number++;
            string text = line.Trim();
            if (text.Length == 0 || text[0] is ';' or '#')
                continue;
            // As in Nini, what follows the bracket is a comment.
            if (text[0] == '[' && text.IndexOf(']') is > 0 and int end)
                isInside = text[1..end].Trim().Equals(section, StringComparison.OrdinalIgnoreCase);
            else if (text.IndexOf('=') is > 0 and int at)
            {
                if (isInside)
                    entries.Add((text[..at].Trim(), text[(at + 1)..].Trim().Trim('"')));
            }
            else
                throw new FormatException($"{path}, line {number}: '{text}' is neither a [Section] nor Key = value");
        }
        return entries;
    }
}
