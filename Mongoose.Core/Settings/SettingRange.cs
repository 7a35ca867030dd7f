namespace Mongoose.Core.Settings;

/// <summary>Describes in words what a setting allows.</summary>
public static class SettingRange
{
    /// <summary>Returns the part of a message that follows the refused value.</summary>
    /// <param name="isText">Whether the source is text: INI files and command lines accept more words for a flag.</param>
    public static string Describe(Setting setting, bool isText) => setting switch
    {
        // The first form that fits describes the setting, so the order matters.
        { IsList: true, IsNumber: false, Names.Count: 0 } => "a list of texts is allowed here",
        { IsList: true, IsNumber: false } => "allowed are " + string.Join(", ", setting.Names),
        { IsList: true, Declared.OrOne: false } => "a list of numbers is allowed here, each " + Numbers(setting),
        { IsNumber: true, Declared.Min: double.MinValue } => "a number is allowed here",
        { IsNumber: true, Declared: var declared } =>
            "allowed are " + Numbers(setting)
            + (declared.Note.Length > 0 ? ", " + declared.Note : "")
            + (setting.IsInteger ? ", whole numbers" : "") + (setting.IsList ? ", one or a list" : ""),
        { IsBoolean: true, Declared.NullName: var nullName } => $"allowed are {(nullName is null ? "" : nullName + ", ")}"
            + (isText ? "true, false, yes, no, on, off, 1, 0" : "true and false"),
        { Names.Count: > 0 } => "allowed are " + string.Join(", ", setting.Names),
        { Declared.Pattern: null } => "a string is allowed here",
        _ => "allowed are " + setting.Declared.Range,
    };

    /// <summary>The bounds and their unit.</summary>
    public static string Numbers(Setting setting) => $"{Bounds(setting)} {setting.Declared.Unit}".TrimEnd();

    /// <summary>The bounds, as <c>8 to 8192</c> or <c>0, or 8 to 8192</c>.</summary>
    public static string Bounds(Setting setting)
    {
        string min = (setting.Declared is { OrZero: true, Min: > 0 } ? "0, or " : "") + SettingValue.Text(setting.Declared.Min);
        return setting.Declared.Max >= long.MaxValue ? $"{min} or more" : $"{min} to {SettingValue.Text(setting.Declared.Max)}";
    }
}
