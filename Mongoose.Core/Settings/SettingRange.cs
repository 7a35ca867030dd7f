namespace Mongoose.Core.Settings;

/// <summary>Describes in words what a setting allows.</summary>
public static class SettingRange
{
    /// <summary>Returns the text that follows the value found in a message.</summary>
    /// <param name="isText">Whether the source is text: INI files and command lines accept more words for a flag.</param>
    public static string Describe(Setting setting, bool isText)
    {
        SettingAttribute declared = setting.Declared;
        if (setting.IsList && !setting.IsNumber)
            return setting.Names.Count > 0 ? "allowed are " + string.Join(", ", setting.Names) : "a list of texts is allowed here";
        if (setting.IsList && !declared.OrOne)
            return "a list of numbers is allowed here, each " + Numbers(setting);
        if (setting.IsNumber && declared.Min == double.MinValue)
            return "a number is allowed here";
        if (setting.IsNumber)
        {
            return $"allowed are {(declared.OrZero && declared.Min > 0 ? "0, or " : "")}{Numbers(setting)}"
                + (declared.Note.Length > 0 ? ", " + declared.Note : "")
                + (setting.IsInteger ? ", whole numbers" : "") + (setting.IsList ? ", one or a list" : "");
        }
        if (setting.IsBoolean)
        {
            string words = isText ? "true, false, yes, no, on, off, 1, 0" : "true and false";
            return $"allowed are {(declared.NullName is null ? "" : declared.NullName + ", ")}{words}";
        }
        if (setting.Names.Count > 0)
            return "allowed are " + string.Join(", ", setting.Names);
        return declared.Pattern is null ? "a string is allowed here" : "allowed are " + declared.Range;
    }

    /// <summary>The bounds and their unit.</summary>
    public static string Numbers(Setting setting) => $"{Bounds(setting)} {setting.Declared.Unit}".TrimEnd();

    /// <summary>The bounds, as <c>8 to 8192</c>.</summary>
    public static string Bounds(Setting setting)
    {
        string min = SettingValue.Text(setting.Declared.Min);
        return setting.Declared.Max >= long.MaxValue ? $"{min} or more" : $"{min} to {SettingValue.Text(setting.Declared.Max)}";
    }
}
