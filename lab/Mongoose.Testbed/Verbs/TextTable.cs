namespace Mongoose.Testbed.Verbs;

/// <summary>A table of plain text.</summary>
internal static class TextTable
{
    /// <param name="text">The text to which the table is written.</param>
    /// <param name="lines">The lines with their fields, the same number in each line; at least one line.</param>
    public static void Write(TextWriter text, string[][] lines)
    {
        int[] widths = Enumerable.Range(0, lines[0].Length).Select(column => lines.Max(line => line[column].Length)).ToArray();
        foreach (string[] line in lines)
            text.WriteLine(string.Join("  ", line.Select((field, column) => field.PadRight(widths[column]))).TrimEnd());
    }
}
