using System.Collections;
using System.Globalization;
using System.Text.RegularExpressions;
using Mongoose.Core.Units;

namespace Mongoose.Core.Settings;

/// <summary>What a setting's value is in a file or on a command line, and what it is in a record.</summary>
public static class SettingValue
{
    private static readonly string[] On = ["true", "yes", "on", "1"], Off = ["false", "no", "off", "0"];

    /// <summary>Converts what stands there, if it is allowed.</summary>
    /// <param name="setting">Its declaration.</param>
    /// <param name="given">
    /// A double, a bool, a string or an array of such. Of a source of text always a string: then <paramref name="isText"/>.
    /// </param>
    /// <param name="isText">Words count in either case, and a list is separated by commas.</param>
    /// <param name="value">For the record's property.</param>
    /// <returns>Null, or what is allowed instead.</returns>
    public static string? Convert(Setting setting, object given, bool isText, out object? value)
    {
        value = null;
        if (!setting.IsList)
            return ConvertOne(setting, given, isText, out value) ? null : SettingRange.Of(setting, isText) + SettingHint.For(setting, given, isText);
        object[] items = given switch
        {
            string text when isText => text.Split(',', StringSplitOptions.TrimEntries),
            object[] list => list,
            _ => setting.Declared.OrOne ? [given] : [],
        };
        Array converted = Array.CreateInstance(setting.ItemType, items.Length);
        bool mayBeEmpty = given is object[] && (setting.IsText || !setting.Declared.OrOne), isGood = mayBeEmpty || items.Length > 0;
        for (int i = 0; i < items.Length && isGood; i++)
        {
            isGood = ConvertOne(setting, items[i], isText, out object? item);
            if (isGood)
                converted.SetValue(item, i);
        }
        value = converted;
        return isGood ? null : SettingRange.Of(setting, isText) + SettingHint.For(setting, given, isText);
    }

    /// <summary>As files write it; empty: none.</summary>
    public static string Show(Setting setting, object? value) => value switch
    {
        null => setting.Declared.NullName ?? (setting.Declared.OrZero ? "0" : ""),
        bool flag when setting.IsFlag => flag ? "true" : "false",
        bool flag => setting.Names[flag ? 1 : 0],
        string text => text,
        Enum choice => setting.Names[Array.IndexOf(Enum.GetValues(setting.ItemType), choice)],
        IEnumerable list => string.Join(",", list.Cast<object>().Select(item => Show(setting, item))),
        _ => setting.IsNumber ? Text(NumberOf(setting, value)) : "",
    };

    /// <summary>A number as files write it, in every culture.</summary>
    public static string Text(double value) => value == Math.Truncate(value) && Math.Abs(value) < long.MaxValue
        ? ((long)value).ToString(CultureInfo.InvariantCulture)
        : value.ToString("0.######", CultureInfo.InvariantCulture);

    /// <summary>A value of a record in the key's unit.</summary>
    public static double NumberOf(Setting setting, object value) => value switch
    {
        Duration time => setting.Declared.Unit == "ms" ? time.Milliseconds : time.Seconds,
        DataRate rate => rate.KilobitsPerSecond,
        double share when setting.Declared.Unit == "%" => share * 100,
        _ => System.Convert.ToDouble(value, CultureInfo.InvariantCulture),
    };

    private static bool ConvertOne(Setting setting, object given, bool isText, out object? value)
    {
        string? text = given as string;
        value = null;
        if (text is not null && text.Equals(setting.Declared.NullName, StringComparison.OrdinalIgnoreCase))
            return true;
        if (setting.IsNumber)
            return ConvertNumber(setting, given, isText, out value);
        if (setting.IsFlag)
        {
            value = isText && text is not null ? FlagOf(text) : given as bool?;
            return value is not null;
        }
        if (setting.Names.Count > 0)
        {
            int at = setting.Names.ToList().FindIndex(name => name.Equals(text, isText ? StringComparison.OrdinalIgnoreCase : StringComparison.Ordinal));
            if (at >= 0)
                value = setting.ItemType.IsEnum ? Enum.GetValues(setting.ItemType).GetValue(at) : setting.ItemType == typeof(bool) ? at == 1 : setting.Names[at];
            return at >= 0;
        }
        value = setting.ItemType.IsInstanceOfType(given) ? given : null;
        return value is not null && (setting.Declared.Pattern is not { } pattern || text is not null && Regex.IsMatch(text, pattern));
    }

    private static bool ConvertNumber(Setting setting, object given, bool isText, out object? value)
    {
        value = null;
        SettingAttribute declared = setting.Declared;
        double number = given is double exact ? exact
            : isText && double.TryParse((string)given, NumberStyles.Float, CultureInfo.InvariantCulture, out double parsed) ? parsed
            : double.NaN;
        if (number == 0 && declared.OrZero)
            return true;
        if (!(number >= declared.Min && number <= declared.Max) || !double.IsFinite(number) || setting.IsWhole && number != Math.Truncate(number))
            return false;
        Type type = setting.ItemType;
        value = type == typeof(int) ? (int)number
            : type == typeof(long) ? (long)number
            : type == typeof(DataRate) ? DataRate.FromKilobitsPerSecond(number)
            : type == typeof(double) ? declared.Unit == "%" ? number / 100 : number
            : declared.Unit == "ms" ? Duration.FromMilliseconds(number) : Duration.FromSeconds(number);
        return true;
    }

    private static bool? FlagOf(string text) =>
        On.Contains(text, StringComparer.OrdinalIgnoreCase) ? true : Off.Contains(text, StringComparer.OrdinalIgnoreCase) ? false : null;
}
