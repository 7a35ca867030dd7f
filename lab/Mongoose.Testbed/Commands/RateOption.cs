using System.CommandLine;
using System.CommandLine.Parsing;
using System.Globalization;
using Mongoose.Core.Units;

namespace Mongoose.Testbed.Commands;

/// <summary>Options that are rates of lines, such as 12M or 800k.</summary>
internal static class RateOption
{
    private static readonly DataRate MinRate = DataRate.FromKilobitsPerSecond(8), MaxRate = DataRate.FromMegabitsPerSecond(1000);

    public static Option<DataRate> Create(string name, string description, string defaultValue) => new(name)
    {
        Description = $"{description}: 8k to 1000M (k: 1000 bit/s, M: 1000k)",
        HelpName = "rate",
        CustomParser = result => Parse(result, name),
        DefaultValueFactory = _ => TryParse(defaultValue, out DataRate rate) ? rate : default,
    };

    /// <summary>The rate as it is written on a command line.</summary>
    public static string Text(DataRate rate) => rate.KilobitsPerSecond.ToString("0.###k", CultureInfo.InvariantCulture);

    /// <summary>Reads a rate as it is written on a command line; false if the text is not a rate, or the rate is out of range.</summary>
    public static bool TryRead(string text, out DataRate rate) => TryParse(text, out rate) && rate >= MinRate && rate <= MaxRate;

    private static DataRate Parse(ArgumentResult result, string name)
    {
        string text = result.Tokens.Count == 0 ? "" : result.Tokens[^1].Value;
        if (!TryRead(text, out DataRate rate))
            result.AddError($"{name} {text}: allowed are rates such as 12M or 800k, 8k to 1000M");
        return rate;
    }

    private static bool TryParse(string text, out DataRate rate)
    {
        rate = default;
        double unit = text.Length == 0 ? 0 : text[^1] switch { 'k' => 1e3, 'M' => 1e6, _ => 0 };
        if (unit == 0)
            return false;
        ReadOnlySpan<char> digits = text.AsSpan(0, text.Length - 1);
        if (!double.TryParse(digits, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out double number))
            return false;
        rate = DataRate.FromBitsPerSecond(number * unit);
        return true;
    }
}
