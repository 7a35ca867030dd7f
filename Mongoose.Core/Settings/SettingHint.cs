using System.Globalization;
using System.Text.RegularExpressions;

namespace Mongoose.Core.Settings;

/// <summary>Suggests what to write instead, if it can be guessed. The hint follows the allowed values in messages.</summary>
internal static partial class SettingHint
{
    /// <summary>
    /// Size of each unit in the base unit of its kind. k and M are powers of 1000, Ki and Mi (for memory also KB and MB) powers of 1024.
    /// </summary>
    private static readonly (string Kind, string[] Names, double Factor)[] Units =
    [
        ("time", ["us", "µs"], 1e-3), ("time", ["ms", "msec"], 1), ("time", ["s", "sec", "second", "seconds"], 1e3),
        ("time", ["min", "m"], 60e3),
        ("time", ["h"], 3.6e6),
        ("rate", ["bit/s", "bps"], 1e-3), ("rate", ["k", "kbit", "kbit/s", "kbps"], 1), ("rate", ["m", "mbit", "mbit/s", "mbps"], 1e3),
        ("rate", ["g", "gbit", "gbit/s", "gbps"], 1e6),
        ("size", ["b", "byte", "bytes"], 1), ("size", ["kb", "k"], 1e3), ("size", ["kib"], 1024), ("size", ["mb", "m"], 1e6),
        ("size", ["mib"], 1 << 20),
        ("memory", ["kib", "kb", "k"], 1), ("memory", ["mib", "mb", "m"], 1024),
        ("share", ["%", "percent"], 1),
    ];

    /// <summary>Returns the hint, which begins with a semicolon; empty if there is none.</summary>
    public static string For(Setting setting, object given, bool isText)
    {
        string hint = given switch
        {
            object[] list when setting.IsList =>
                list.Select(item => ForOne(setting, item, isText)).FirstOrDefault(hint => hint.Length > 0) ?? "",
            object[] => "one value is allowed, not a list",
            double or string when setting.IsList && !isText && !setting.Declared.OrOne => "write a list, in brackets",
            string text when setting.IsList => text.Split(',', StringSplitOptions.TrimEntries)
                .Select(item => ForOne(setting, item, isText)).FirstOrDefault(hint => hint.Length > 0) ?? "",
            _ => ForOne(setting, given, isText),
        };
        return hint.Length > 0 ? "; " + hint : "";
    }

    /// <summary>Returns the word that may have been misspelt; null if no word is near.</summary>
    public static string? Nearest(string word, IEnumerable<string> words)
    {
        string given = Letters(word);
        string? nearest = words.MinBy(known => EditDistance.Between(Letters(known), given));
        return nearest is not null && given.Length > 0
            && (EditDistance.Between(Letters(nearest), given) <= Math.Max(1, Math.Min(Letters(nearest).Length, given.Length) / 3)) ? nearest
            : words.FirstOrDefault(known => IsBeginning(given, Letters(known)) || IsBeginning(Letters(known), given));
    }

    private static string ForOne(Setting setting, object given, bool isText) => given switch
    {
        string text when setting.IsNumber => ForNumber(setting, text, isText),
        string text when setting.IsBoolean => ForFlag(text, isText),
        string text when setting.Names.Count > 0 => Nearest(text, setting.Names) is { } near ? $"did you mean {near}?" : "",
        double number when setting.IsBoolean && number is 0 or 1 => number == 1 ? "write true" : "write false",
        double or bool when setting.IsText && setting.Names.Count == 0 => "write it in quotes",
        double number when setting.IsInteger
            && number != Math.Truncate(number) && number >= setting.Declared.Min && number <= setting.Declared.Max =>
            $"write {SettingValue.Text(Math.Floor(number))} or {SettingValue.Text(Math.Ceiling(number))}",
        bool when setting.IsNumber => "write a number",
        _ => "",
    };

    private static string ForFlag(string text, bool isText) => text.ToLowerInvariant() switch
    {
        "true" or "yes" or "on" or "1" or "enabled" => isText ? "write true" : "write true, without quotes",
        "false" or "no" or "off" or "0" or "none" or "disabled" => isText ? "write false" : "write false, without quotes",
        _ => "",
    };

    private static string ForNumber(Setting setting, string text, bool isText)
    {
        if (!isText && double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out double quoted)
            && double.IsFinite(quoted))
            return (setting.MayBeAmbiguous ? AmbiguousNumber.Reason(text, setting.IsInteger) : null) ?? $"omit the quotes: {text.Trim()}";
        if (Grouped().IsMatch(text))
            return $"write {GroupMark().Replace(text, "")}, without thousands separators";
        if (NumberWithUnit().Match(text) is not { Success: true } match)
            return "";
        if (setting.IsInteger && double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out double part))
            return part == Math.Truncate(part) && text.Contains('.') ? $"write {SettingValue.Text(part)}" : ForOne(setting, part, isText);
        string digits = match.Groups[1].Value.Replace(',', '.'), unit = match.Groups[2].Value;
        if (unit.Length == 0 && (!text.Contains(',') ? "" : AmbiguousNumber.Reason(text, setting.IsInteger)) is { } reason)
            return reason;
        string own = setting.Declared.Unit;
        if ((unit.Length == 0 ? 1 : Factor(unit, own)) is not { } factor)
            return own.Length > 0 ? $"write only the number: its unit is {own}" : $"write only the number: {digits}";
        double number = double.Parse(digits, CultureInfo.InvariantCulture) * factor;
        bool isAllowed = number >= setting.Declared.Min && number <= setting.Declared.Max || number == 0 && setting.Declared.OrZero;
        return !isAllowed ? ""
            : setting.IsInteger && number != Math.Truncate(number) ? ForOne(setting, number, isText)
            : unit.Length == 0 ? setting.IsInteger ? $"write {SettingValue.Text(number)}" : $"write {digits}, with a decimal point"
            : $"write {SettingValue.Text(number)}, without a unit (it is {own})";
    }

    /// <summary>Returns the factor that converts one unit into another; null if they are not of the same kind.</summary>
    private static double? Factor(string unit, string own)
    {
        string kind = own switch
        {
            "ms" or "s" => "time",
            "kbit/s" => "rate",
            "bytes" => "size",
            "KB" => "memory",
            "%" or "percent" => "share",
            _ => "",
        };
        double? of = Find(kind, unit), to = Find(kind, own);
        return of / to;
    }

    private static double? Find(string kind, string name) =>
        Array.Find(Units, unit => unit.Kind == kind && unit.Names.Contains(name.ToLowerInvariant())) is { Names: not null } found
            ? found.Factor : null;

    private static bool IsBeginning(string beginning, string word) =>
        beginning.Length >= 3 && word.StartsWith(beginning, StringComparison.OrdinalIgnoreCase);

    private static string Letters(string word) => string.Concat(word.Where(char.IsLetterOrDigit));

    [GeneratedRegex(@"^\s*([+-]?[0-9]+(?:[.,][0-9]+)?)\s*([A-Za-zµ/%]*)\s*$")]
    private static partial Regex NumberWithUnit();

    [GeneratedRegex(@"^\s*[0-9]{1,3}(?:(?:[ _'][0-9]{3})+|(?:[.,][0-9]{3}){2,})\s*$")]
    private static partial Regex Grouped();

    [GeneratedRegex(@"[ _'.,]")]
    private static partial Regex GroupMark();
}
