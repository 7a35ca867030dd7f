using System.CommandLine;
using System.CommandLine.Parsing;
using System.Globalization;

namespace Mongoose.Runtime.CommandLine;

/// <summary>Options that are numbers with a unit and a range; an error names the option, what was given and what is allowed.</summary>
public static class RangedOption
{
    /// <param name="name">With its dashes.</param>
    /// <param name="description">For the help.</param>
    /// <param name="unit">Of the number; may be empty.</param>
    /// <param name="initial">The default.</param>
    /// <param name="least">Allowed, and so is what lies above it.</param>
    /// <param name="most">Allowed too.</param>
    /// <param name="orZero">Whether 0 is allowed beside the range.</param>
    public static Option<double> Number(
        string name, string description, string unit, double initial, double least, double most, bool orZero = false) =>
        new(name)
        {
            Description = $"{description} ({Range(least, most, orZero)} {unit})".Replace(" )", ")"),
            HelpName = unit.Length > 0 ? unit : "number",
            DefaultValueFactory = _ => initial,
            CustomParser = result => Parse(result, name, SingleToken(result), unit, least, most, orZero),
        };

    public static Option<int> Whole(string name, string description, int initial, int least, int most) =>
        new(name)
        {
            Description = $"{description} ({least} to {most})",
            HelpName = "number",
            DefaultValueFactory = _ => initial,
            CustomParser = result =>
            {
                double value = Parse(result, name, SingleToken(result), "", least, most);
                if (value != Math.Truncate(value))
                    result.AddError($"{name} {Text(value)}: allowed are whole numbers");
                return (int)value;
            },
        };

    /// <summary>Several numbers, separated by commas or given as several arguments.</summary>
    public static Option<double[]> Numbers(string name, string description, string unit, double[] initial, double least, double most) =>
        new(name)
        {
            Description = $"{description} ({Text(least)} to {Text(most)} {unit}; several separated by commas) [default: {string.Join(',', initial.Select(Text))}]",
            HelpName = unit,
            AllowMultipleArgumentsPerToken = true,
            CustomParser = result => result.Tokens
                .SelectMany(token => token.Value.Split(','))
                .Select(text => Parse(result, name, text, unit, least, most))
                .ToArray(),
        };

    /// <summary>What was given for an option made by <see cref="Numbers"/>, or else <paramref name="initial"/>.</summary>
    public static double[] ValueOr(ParseResult parsed, Option<double[]> option, double[] initial) =>
        parsed.GetValue(option) is { Length: > 0 } given ? given : initial;

    private static string SingleToken(ArgumentResult result) => result.Tokens.Count == 0 ? "" : result.Tokens[^1].Value;

    private static double Parse(ArgumentResult result, string name, string text, string unit, double least, double most, bool orZero = false)
    {
        if (double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out double value)
            && (value >= least && value <= most || orZero && value == 0))
            return value;
        result.AddError($"{name} {text}: allowed are {Range(least, most, orZero)} {unit}".TrimEnd());
        return least;
    }

    private static string Range(double least, double most, bool orZero) => $"{(orZero ? "0, or " : "")}{Text(least)} to {Text(most)}";

    private static string Text(double value) => value.ToString("0.###", CultureInfo.InvariantCulture);
}
