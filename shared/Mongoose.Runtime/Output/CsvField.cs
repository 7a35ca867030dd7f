using System.Globalization;

namespace Mongoose.Runtime.Output;

/// <summary>
/// A field of comma-separated values as in RFC 4180: a text, or a number in the invariant culture. Null, NaN and infinite values are empty
/// fields.
/// </summary>
public readonly struct CsvField
{
    /// <summary>More than the characters of any number.</summary>
    private const int MaxNumberChars = 64;

    private static readonly char[] QuotedChars = [',', '"', '\r', '\n'];

    private readonly string? _text;
    private readonly double _number;

    private CsvField(string? text, double number) => (_text, _number) = (text, number);

    public static implicit operator CsvField(string? text) => new(text ?? "", double.NaN);

    public static implicit operator CsvField(double number) => new(null, number);

    public static implicit operator CsvField(double? number) => new(null, number ?? double.NaN);

    public static implicit operator CsvField(long number) => new(number.ToString(CultureInfo.InvariantCulture), double.NaN);

    /// <param name="text">The text to which the field is written.</param>
    /// <param name="decimals">The number of decimals to keep; null keeps full precision.</param>
    public void Write(TextWriter text, int? decimals)
    {
        if (_text is not null)
        {
            text.Write(Quoted(_text));
            return;
        }
        Span<char> number = stackalloc char[MaxNumberChars];
        if (double.IsFinite(_number)
            && FiniteDoubleConverter.Rounded(_number, decimals).TryFormat(number, out int length, default, CultureInfo.InvariantCulture))
            text.Write(number[..length]);
    }

    private static string Quoted(string text) => text.IndexOfAny(QuotedChars) < 0 ? text : $"\"{text.Replace("\"", "\"\"")}\"";
}
