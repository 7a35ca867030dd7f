using System.CommandLine;
using System.CommandLine.Parsing;
using System.Globalization;
using Mongoose.Core.Settings;

namespace Mongoose.Runtime.CommandLine;

/// <summary>
/// Creates options that are numbers with a unit and a range; an error contains the option, its value and what is allowed.
/// </summary>
public static class RangedOption
{
    /// <param name="name">The name, with its dashes.</param>
    /// <param name="description">The description in the help.</param>
    /// <param name="unit">The number's unit; may be empty.</param>
    /// <param name="defaultValue">The default.</param>
    /// <param name="min">The minimum, inclusive.</param>
    /// <param name="max">The maximum, inclusive.</param>
    /// <param name="orZero">Whether 0 is also allowed outside the range.</param>
    public static Option<double> Number(
        string name, string description, string unit, double defaultValue, double min, double max, bool orZero = false) =>
        new(name)
        {
            Description = $"{description} ({Range(min, max, orZero)} {unit})".Replace(" )", ")"),
            HelpName = unit.Length > 0 ? unit : "number",
            DefaultValueFactory = _ => defaultValue,
            CustomParser = result => Parse(result, name, SingleToken(result), unit, min, max, orZero),
        };

    public static Option<int> Integer(string name, string description, int defaultValue, int min, int max) =>
        new(name)
        {
            Description = $"{description} ({min} to {max})",
            HelpName = "number",
            DefaultValueFactory = _ => defaultValue,
            CustomParser = result => (int)Parse(result, name, SingleToken(result), "", min, max, isWhole: true),
        };

    /// <summary>Several numbers, separated by commas or given as several arguments.</summary>
    public static Option<double[]> Numbers(string name, string description, string unit, double[] defaultValue, double min, double max) =>
        new(name)
        {
            Description = $"{description} ({Text(min)} to {Text(max)} {unit}; several separated by commas) "
                + $"[default: {string.Join(',', defaultValue.Select(Text))}]",
            HelpName = unit,
            AllowMultipleArgumentsPerToken = true,
            CustomParser = result => result.Tokens
                .SelectMany(token => token.Value.Split(','))
                .Select(text => Parse(result, name, text, unit, min, max))
                .ToArray(),
        };

    /// <summary>The value given for an option created by <see cref="Numbers"/>, or else <paramref name="defaultValue"/>.</summary>
    public static double[] ValueOr(ParseResult parsed, Option<double[]> option, double[] defaultValue) =>
        parsed.GetValue(option) is { Length: > 0 } given ? given : defaultValue;

    private static string SingleToken(ArgumentResult result) => result.Tokens.Count == 0 ? "" : result.Tokens[^1].Value;

    private static double Parse(ArgumentResult result, string name, string text, string unit, double min, double max, bool orZero = false,
        bool isWhole = false)
    {
        if (Objection(text, unit, min, max, orZero, isWhole) is not { } objection)
            return double.Parse(text, NumberStyles.Float, CultureInfo.InvariantCulture);
        result.AddError($"{name} {text}: {objection}");
        return min;
    }

    private static string? Objection(string text, string unit, double min, double max, bool orZero, bool isWhole)
    {
        if ((isWhole || AmbiguousNumber.IsPossibleFor(unit, min)) && AmbiguousNumber.Reason(text, isWhole) is { } ambiguous)
            return ambiguous;
        bool isNumber = double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out double value);
        if (!isNumber || !(value >= min && value <= max || orZero && value == 0))
            return $"allowed are {Range(min, max, orZero)} {unit}".TrimEnd();
        return isWhole && (value != Math.Truncate(value) || text.Contains('.')) ? "allowed are whole numbers" : null;
    }

    private static string Range(double min, double max, bool orZero) => $"{(orZero ? "0, or " : "")}{Text(min)} to {Text(max)}";

    private static string Text(double value) => value.ToString("0.###", CultureInfo.InvariantCulture);
}
