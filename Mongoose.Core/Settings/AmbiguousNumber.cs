using System.Text.RegularExpressions;

namespace Mongoose.Core.Settings;

/// <summary>
/// Numbers such as 500.000: with a decimal point it is 500, but half of Europe separates thousands by a point and means 500000. Where a
/// fraction of three digits makes no sense, such a number is refused rather than guessed.
/// </summary>
public static partial class AmbiguousNumber
{
    /// <summary>
    /// Whether a fraction of three digits makes no sense: for rates, sizes and times in ms, unless the minimum is between 0 and 1.
    /// </summary>
    /// <param name="min">The minimum that is allowed.</param>
    public static bool IsPossibleFor(string unit, double min) => unit is "kbit/s" or "KB" or "kB" or "bytes" or "ms" && min is <= 0 or >= 1;

    /// <summary>Returns why the text is refused, and what to write instead; null if it has one meaning.</summary>
    /// <param name="text">The number as it was written.</param>
    /// <param name="isWhole">Whether only whole numbers are allowed.</param>
    public static string? Reason(string text, bool isWhole)
    {
        if (Grouped().Match(text) is not { Success: true } match)
            return null;
        string whole = match.Groups[1].Value, fraction = match.Groups[2].Value;
        string trimmed = isWhole ? "" : fraction.TrimEnd('0');
        // A fourth digit shows that the point is a decimal point.
        string small = trimmed.Length switch { 0 => whole, 3 => $"{whole}.{trimmed}0", _ => $"{whole}.{trimmed}" };
        return $"{text.Trim()} is ambiguous: write {whole}{fraction} or {small}";
    }

    [GeneratedRegex(@"^\s*([1-9][0-9]{0,2})[.,]([0-9]{3})\s*$")]
    private static partial Regex Grouped();
}
