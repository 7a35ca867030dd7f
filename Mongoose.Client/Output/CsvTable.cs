using System.Globalization;
using System.Text;

namespace Mongoose.Client.Output;

/// <summary>
/// Comma-separated values as RFC 4180 has them, but with LF line ends. Numbers are in invariant culture; what is null,
/// NaN or infinite is an empty field.
/// </summary>
public sealed class CsvTable
{
    private static readonly char[] NeedQuotes = [',', '"', '\r', '\n'];

    private readonly StringBuilder _text = new();

    public CsvTable(params string[] header) => Add(header);

    public void Add(params object?[] fields) => _text.AppendJoin(',', fields.Select(Field)).Append('\n');

    public override string ToString() => _text.ToString();

    private static string Field(object? value)
    {
        string text = value switch
        {
            null => "",
            double number => double.IsFinite(number)
                ? Math.Round(number, FiniteDoubleConverter.Decimals).ToString(CultureInfo.InvariantCulture)
                : "",
            IFormattable other => other.ToString(null, CultureInfo.InvariantCulture),
            _ => value.ToString() ?? "",
        };
        return text.IndexOfAny(NeedQuotes) < 0 ? text : $"\"{text.Replace("\"", "\"\"")}\"";
    }
}
