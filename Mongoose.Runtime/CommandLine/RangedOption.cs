using System.CommandLine;
using System.CommandLine.Parsing;
using System.Globalization;

namespace Mongoose.Runtime.CommandLine;

/// <summary>Options that are numbers with a unit and a range; an error names the option, what was given and what is allowed.</summary>
public static class RangedOption
{
    public static Option<double> Number(string name, string description, string unit, double initial, double least, double most) =>
        new(name)
        {
            Description = $"{description} ({Text(least)} to {Text(most)} {unit})".Replace(" )", ")"),
            HelpName = unit.Length > 0 ? unit : "number",
            DefaultValueFactory = _ => initial,
            CustomParser = result => Parse(result, name, SingleToken(result), unit, least, most),
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

    private static double Parse(ArgumentResult result, string name, string text, string unit, double least, double most)
    {
        if (double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out double value) && value >= least && value <= most)
            return value;
        result.AddError($"{name} {text}: allowed are {Text(least)} to {Text(most)} {unit}".TrimEnd());
        return least;
    }

    private static string Text(double value) => value.ToString("0.###", CultureInfo.InvariantCulture);
}
