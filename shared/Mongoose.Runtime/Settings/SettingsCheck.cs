using Mongoose.Core.Settings;

namespace Mongoose.Runtime.Settings;

/// <summary>Checks the declared ranges of settings in records that were created in code.</summary>
public static class SettingsCheck
{
    /// <param name="record">The record to check, with its inlined records; only settings that apply to its kind are checked.</param>
    /// <param name="place">The place with which problems begin.</param>
    /// <exception cref="SettingsException">A number is out of its range, or a name is unknown.</exception>
    public static void Require(object record, string place)
    {
        List<SettingProblem> problems = [];
        Check(record, place, problems);
        if (problems.Count > 0)
            throw new SettingsException(problems);
    }

    private static void Check(object record, string place, List<SettingProblem> problems)
    {
        string kind = "";
        foreach (Setting setting in Setting.All(record.GetType()))
        {
            if (setting.Of is { } kinds && !kinds.Contains(kind) || setting.IsSection && !setting.IsInlined || setting.IsList)
                continue;
            if (setting.Get(record) is not { } value)
                continue;
            if (setting.IsInlined)
                Check(value, place, problems);
            else if (Refusal(setting, value) is { } reason)
                problems.Add(new SettingProblem($"{place}.{setting.Key}", SettingValue.Show(setting, value), reason));
            // Without a valid kind, the other keys cannot be checked.
            if (setting.Declared.IsKind && problems.Count > 0)
                return;
            if (setting.Declared.IsKind)
                kind = SettingValue.Show(setting, value);
        }
    }

    private static string? Refusal(Setting setting, object value) => value switch
    {
        string or bool => SettingValue.Convert(setting, value, false, out _),
        Enum choice => Enum.IsDefined(setting.ItemType, choice) ? null : SettingRange.Describe(setting, false),
        _ => SettingValue.Convert(setting, SettingValue.NumberOf(setting, value), false, out _),
    };
}
