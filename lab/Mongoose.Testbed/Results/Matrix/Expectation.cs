using System.Globalization;
using System.Text.RegularExpressions;

namespace Mongoose.Testbed.Results.Matrix;

/// <summary>
/// The expectation for a stat of one level, as a number or relative to another level: <c>circuit.lossPercent &lt;= 3</c>,
/// <c>circuit.taskDelayMs.p99 &lt;= stock + 60</c>, <c>circuit.textureKbps &gt;= 0.95 * stock</c>.
/// </summary>
/// <param name="Reference">The other level; if null, <paramref name="Offset"/> alone is the bound.</param>
internal sealed partial record Expectation(
    string Text, string Stat, bool IsUpperBound, string? Reference, double Factor, double Offset)
{
    /// <exception cref="ArgumentException">The text is not an expectation, or names an unknown level.</exception>
    public static Expectation Parse(string text, string[] levels)
    {
        if (Form().Match(text.Trim()) is not { Success: true } match)
            throw new ArgumentException($"{text}: allowed are STAT <= NUMBER and STAT <= [NUMBER *] LEVEL [+ NUMBER], each also with >=",
                nameof(text));
        Group level = match.Groups["level"], offset = match.Groups["offset"], factor = match.Groups["factor"];
        if (level.Success && !levels.Contains(level.Value))
            throw new ArgumentException($"{text}: there is no level {level.Value}; the levels are {string.Join(", ", levels)}",
                nameof(text));
        return new Expectation(text, match.Groups["stat"].Value,
            IsUpperBound: match.Groups["sign"].Value == "<=",
            Reference: level.Success ? level.Value : null,
            Factor: factor.Success ? Number(factor.Value) : 1,
            Offset: offset.Success
                ? Number(offset.Value.Replace(" ", ""))
                : match.Groups["number"] is { Success: true } number ? Number(number.Value) : 0);
    }

    /// <summary>Whether the level meets the expectation. A stat that was not measured never does.</summary>
    public bool Holds(ComparedCell cell, string level)
    {
        double bound = Reference is { } other ? Factor * cell.Mean(other, Stat) + Offset : Offset, value = cell.Mean(level, Stat);
        return IsUpperBound ? value <= bound : value >= bound;
    }

    private static double Number(string text) => double.Parse(text, CultureInfo.InvariantCulture);

    [GeneratedRegex(@"^(?<stat>\S+) *(?<sign><=|>=) *"
        + @"(?:(?<number>-?[0-9]+(?:\.[0-9]+)?)|(?:(?<factor>[0-9]+(?:\.[0-9]+)?) *\* *)?"
        + @"(?<level>[A-Za-z][^\s+]*)(?: *(?<offset>[+-] *[0-9]+(?:\.[0-9]+)?))?)$")]
    private static partial Regex Form();
}
