using System.Collections;
using System.Globalization;
using System.Text.RegularExpressions;
using Mongoose.Core.Units;

namespace Mongoose.Core.Settings;

/// <summary>Converts a setting's value between files or command lines and records.</summary>
public static class SettingValue
{
    private static readonly string[] On = ["true", "yes", "on", "1"], Off = ["false", "no", "off", "0"];

    /// <summary>Converts a value that was found, if it is allowed.</summary>
    /// <param name="given">
    /// A double, a bool, a string or an array of these. A source of text always gives a string; <paramref name="isText"/> is then true.
    /// </param>
    /// <param name="isText">Whether the source is text: the case of words is then ignored, and commas separate the items of a list.</param>
    /// <param name="value">The value for the record's property.</param>
    /// <returns>Null if the value is allowed; otherwise a description of the allowed values.</returns>
    public static string? Convert(Setting setting, object given, bool isText, out object? value)
    {
        value = null;
        if (!setting.IsList)
            return ConvertOne(setting, given, isText, out value) ? null : Reason(setting, [given], given, isText);
        object[] items = given switch
        {
            string text when isText => text.Split(',', StringSplitOptions.TrimEntries),
            object[] list => list,
            _ => setting.Declared.OrOne ? [given] : [],
        };
        Array converted = Array.CreateInstance(setting.ItemType, items.Length);
        bool mayBeEmpty = given is object[] && (setting.IsText || !setting.Declared.OrOne), isValid = mayBeEmpty || items.Length > 0;
        for (int i = 0; i < items.Length && isValid; i++)
        {
            isValid = ConvertOne(setting, items[i], isText, out object? item);
            if (isValid)
                converted.SetValue(item, i);
        }
        value = converted;
        return isValid ? null : Reason(setting, items, given, isText);
    }

    /// <summary>Returns a value as it is written in files; empty for a null that has no word, <c>(set)</c> for a password.</summary>
    public static string Show(Setting setting, object? value) => value switch
    {
        string { Length: > 0 } when setting.Declared.IsSecret => "(set)",
        null => setting.Declared.NullName ?? (setting.Declared.OrZero ? "0" : ""),
        bool flag when setting.IsBoolean => flag ? "true" : "false",
        bool flag => setting.Names[flag ? 1 : 0],
        string text => text,
        Enum choice => setting.Names[Array.IndexOf(Enum.GetValues(setting.ItemType), choice)],
        IEnumerable list => string.Join(",", list.Cast<object>().Select(item => Show(setting, item))),
        _ => setting.IsNumber ? Text(NumberOf(setting, value)) : "",
    };

    /// <summary>Returns a number as it is written in files, in every culture.</summary>
    public static string Text(double value) => value == Math.Truncate(value) && Math.Abs(value) < long.MaxValue
        ? ((long)value).ToString(CultureInfo.InvariantCulture)
        : value.ToString("0.######", CultureInfo.InvariantCulture);

    /// <summary>Returns a record's value in the unit of its key.</summary>
    public static double NumberOf(Setting setting, object value) => value switch
    {
        Duration time => setting.Declared.Unit == "ms" ? time.Milliseconds : time.Seconds,
        DataRate rate => rate.KilobitsPerSecond,
        double share when setting.Declared.Unit == "%" => share * 100,
        _ => System.Convert.ToDouble(value, CultureInfo.InvariantCulture),
    };

    private static string Reason(Setting setting, object[] items, object given, bool isText) =>
        items.Select(item => Ambiguity(setting, item, isText)).FirstOrDefault(reason => reason is not null)
        ?? SettingRange.Describe(setting, isText) + SettingHint.For(setting, given, isText);

    /// <summary>JSON defines its decimal point; text that people write in INI files and on command lines does not.</summary>
    private static string? Ambiguity(Setting setting, object given, bool isText) =>
        isText && given is string text && setting.MayBeAmbiguous ? AmbiguousNumber.Reason(text, setting.IsInteger) : null;

    private static bool ConvertOne(Setting setting, object given, bool isText, out object? value)
    {
        string? text = given as string;
        value = null;
        if (text is not null && text.Equals(setting.Declared.NullName, StringComparison.OrdinalIgnoreCase))
            return true;
        if (setting.IsNumber)
            return ConvertNumber(setting, given, isText, out value);
        if (setting.IsBoolean)
        {
            value = isText && text is not null ? FlagOf(text) : given as bool?;
            return value is not null;
        }
        if (setting.Names.Count > 0)
        {
            int at = setting.Names.ToList().FindIndex(
                name => name.Equals(text, isText ? StringComparison.OrdinalIgnoreCase : StringComparison.Ordinal));
            if (at >= 0)
                value = setting.ItemType.IsEnum
                    ? Enum.GetValues(setting.ItemType).GetValue(at) : setting.ItemType == typeof(bool) ? at == 1 : setting.Names[at];
            return at >= 0;
        }
        value = setting.ItemType.IsInstanceOfType(given) ? given : null;
        return value is not null && (setting.Declared.Pattern is not { } pattern || text is not null && Regex.IsMatch(text, pattern));
    }

    private static bool ConvertNumber(Setting setting, object given, bool isText, out object? value)
    {
        value = null;
        if (Ambiguity(setting, given, isText) is not null || setting.IsInteger && given is string text && text.Contains('.'))
            return false;
        SettingAttribute declared = setting.Declared;
        double number = given is double exact ? exact
            : isText && double.TryParse((string)given, NumberStyles.Float, CultureInfo.InvariantCulture, out double parsed) ? parsed
            : double.NaN;
        if (number == 0 && declared.OrZero)
            return true;
        if (!(number >= declared.Min && number <= declared.Max)
            || !double.IsFinite(number) || setting.IsInteger && number != Math.Truncate(number))
            return false;
        Type type = setting.ItemType;
        value = type == typeof(int) ? int.CreateSaturating(number)
            : type == typeof(long) ? long.CreateSaturating(number)
            : type == typeof(DataRate) ? DataRate.FromKilobitsPerSecond(number)
            : type == typeof(double) ? declared.Unit == "%" ? number / 100 : number
            : declared.Unit == "ms" ? Duration.FromMilliseconds(number) : Duration.FromSeconds(number);
        return true;
    }

    private static bool? FlagOf(string text) =>
        On.Contains(text, StringComparer.OrdinalIgnoreCase) ? true : Off.Contains(text, StringComparer.OrdinalIgnoreCase) ? false : null;
}
