using System.Globalization;
using System.Text;

namespace Mongoose.Runtime.Output;

/// <summary>
/// Comma-separated values as in RFC 4180, but with LF line ends. Numbers are in the invariant culture; null, NaN and infinite values are empty
/// fields.
/// </summary>
public sealed class CsvTable
{
    private static readonly char[] NeedQuotes = [',', '"', '\r', '\n'];

    private readonly StringBuilder _text = new();

    public CsvTable(params string[] header) => Add(header);

    /// <summary>The number of decimals to keep; null keeps full precision.</summary>
    public int? Decimals { get; init; } = FiniteDoubleConverter.Decimals;

    public void Add(params object?[] fields) => _text.Append(Line(fields, Decimals)).Append('\n');

    public override string ToString() => _text.ToString();

    /// <summary>One line, without its end.</summary>
    public static string Line(IEnumerable<object?> fields, int? decimals) => string.Join(',', fields.Select(field => Field(field, decimals)));

    /// <summary>The fields of one line; quoted fields may contain commas and doubled quotes, but no line ends.</summary>
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

    private static string Field(object? value, int? decimals)
    {
        string text = value switch
        {
            null => "",
            double number => double.IsFinite(number)
                ? FiniteDoubleConverter.Rounded(number, decimals).ToString(CultureInfo.InvariantCulture)
                : "",
            IFormattable other => other.ToString(null, CultureInfo.InvariantCulture),
            _ => value.ToString() ?? "",
        };
        return text.IndexOfAny(NeedQuotes) < 0 ? text : $"\"{text.Replace("\"", "\"\"")}\"";
    }
}
