using System.Text;

namespace Mongoose.Runtime.Output;

/// <summary>One line of comma-separated values, without its end.</summary>
public static class CsvLine
{
    /// <summary>Numbers have full precision.</summary>
    public static string Format(IEnumerable<CsvField> fields) => TextOf(text => Write(text, fields, decimals: null));

    /// <summary>The text that a function writes.</summary>
    internal static string TextOf(Action<TextWriter> write)
    {
        using StringWriter text = new();
        write(text);
        return text.ToString();
    }

    /// <param name="text">The text to which the line is written.</param>
    /// <param name="fields">The fields.</param>
    /// <param name="decimals">The number of decimals to keep; null keeps full precision.</param>
    public static void Write(TextWriter text, IEnumerable<CsvField> fields, int? decimals)
    {
        bool isFirst = true;
        foreach (CsvField field in fields)
        {
            if (!isFirst)
                text.Write(',');
            isFirst = false;
            field.Write(text, decimals);
        }
    }

    /// <summary>The fields of a line; quoted fields may contain commas and doubled quotes, but no line ends.</summary>
    public static string[] Fields(string line)
    {
        List<string> fields = [];
        StringBuilder field = new();
        bool quoted = false;
        for (int i = 0; i < line.Length; i++)
        {
            char c = line[i];
            if (quoted && c == '"' && i + 1 < line.Length && line[i + 1] == '"')
                field.Append(line[i++]);
            else if (c == '"')
                quoted = !quoted;
            else if (c == ',' && !quoted)
            {
                fields.Add(field.ToString());
                field.Clear();
            }
            else
                field.Append(c);
        }
        fields.Add(field.ToString());
        return [.. fields];
    }
}
