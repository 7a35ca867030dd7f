namespace Mongoose.Core.Settings;

/// <summary>A section of an INI file. Each invalid value is reported in one line and then ignored.</summary>
/// <param name="section">Name of the section, for messages.</param>
/// <param name="keys">The keys in the section.</param>
/// <param name="text">Returns the text of a key; null if the key is absent.</param>
/// <param name="warn">Receives the messages.</param>
public sealed class IniSource(string section, IEnumerable<string> keys, Func<string, string?> text, Action<string> warn) : SettingSource
{
    protected override bool IsText => true;

    public override bool Has(string key) => !string.IsNullOrWhiteSpace(text(key));

    public override void Problem(string? place, string reason) =>
        warn(place is null ? $"[{section}] {reason}" : $"[{section}] {place} = {text(place)?.Trim()}: {reason}");

    protected override string NameOf(Setting setting) => setting.IniKey;

    protected override object? Find(Setting setting)
    {
        if (text(setting.IniKey)?.Trim() is not { } given)
            return null;
        if (given.Length == 0)
            warn($"[{section}] {setting.IniKey} has no value; using its default");
        return given.Length == 0 ? null : given;
    }

    protected override void Refuse(Setting setting, string reason, string used) => Problem(setting.IniKey, $"{reason}; using {used}");

    protected override void CheckKeys(IReadOnlyCollection<string> known)
    {
        foreach (string key in keys.Where(key => !known.Any(name => IsRead(key, name))))
            warn($"[{section}] {key}: {UnknownKey.Reason(key, known)}");
    }

    /// <summary>A key with other capitals is read only if <c>text</c> ignores case.</summary>
    private bool IsRead(string key, string name) =>
        key == name || key.Equals(name, StringComparison.OrdinalIgnoreCase) && text(name) is not null;
}
