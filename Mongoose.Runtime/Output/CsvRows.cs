using System.Globalization;

namespace Mongoose.Runtime.Output;

/// <summary>Writes a long table of numbers line by line, in the format of <see cref="CsvTable"/>, without keeping it in memory.</summary>
/// <param name="text">Where the table goes.</param>
public sealed class CsvRows(TextWriter text)
{
    /// <summary>Longer than any number.</summary>
    private readonly char[] _number = new char[64];

    public void Header(IEnumerable<string> names) => text.Write(CsvTable.Line(names, null) + "\n");

    /// <param name="name">The first field.</param>
    /// <param name="numbers">The others; one that is not finite is an empty field.</param>
    public void Add(string name, ReadOnlySpan<double> numbers)
    {
        text.Write(CsvTable.Line([name], null));
        foreach (double number in numbers)
        {
            text.Write(',');
            if (double.IsFinite(number)
                && FiniteDoubleConverter.Rounded(number, FiniteDoubleConverter.Decimals).TryFormat(_number, out int length, default, CultureInfo.InvariantCulture))
                text.Write(_number, 0, length);
        }
        text.Write('\n');
    }
}
