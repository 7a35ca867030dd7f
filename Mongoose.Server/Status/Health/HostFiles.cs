using System.Globalization;

namespace Mongoose.Server.Status.Health;

/// <summary>The files in which Linux tells about itself. On other systems, and where a file is missing, there is nothing to read.</summary>
/// <param name="root">The folder that holds /proc and /sys.</param>
internal sealed class HostFiles(string root = "/")
{
    /// <summary>A file's text; null if it cannot be read. Never throws: a file may disappear at any time.</summary>
    /// <param name="path">A path that begins with a slash.</param>
    public string? Read(string path)
    {
        try
        {
            string file = Path.Join(root, path);
            return File.Exists(file) ? File.ReadAllText(file) : null;
        }
        catch (Exception)
        {
            return null;
        }
    }

    /// <summary>The lines of a file; none if it cannot be read.</summary>
    public string[] Lines(string path) => Read(path)?.Split('\n', StringSplitOptions.RemoveEmptyEntries) ?? [];

    /// <summary>The number after a word at the beginning of a line; null if no line has it.</summary>
    public static long? Number(string[] lines, string word)
    {
        string? line = Array.Find(lines, line => line.StartsWith(word + ' ', StringComparison.Ordinal));
        return line is null ? null : Number(line[word.Length..]);
    }

    /// <summary>A whole number; null if the text is none.</summary>
    public static long? Number(string? text) =>
        long.TryParse(text, NumberStyles.AllowLeadingSign | NumberStyles.AllowLeadingWhite | NumberStyles.AllowTrailingWhite,
            CultureInfo.InvariantCulture, out long value) ? value : null;
}
