using System.CommandLine;
using Mongoose.Core.Settings;

namespace Mongoose.Runtime.Settings;

/// <summary>A command line and a section of an INI file: an option overrides the equivalent key. All problems are collected.</summary>
/// <param name="parsed">The command line.</param>
/// <param name="file">The INI file and its section, for messages.</param>
/// <param name="entries">The entries of that section.</param>
public sealed class CommandLineSource(
    ParseResult parsed, SettingOptions options, string file, IReadOnlyList<(string Key, string Value)> entries) : SettingSource
{
    private readonly Dictionary<string, Setting> _settings = new(StringComparer.OrdinalIgnoreCase);
    private readonly List<string> _problems = [];

    /// <summary>Settings whose keys the file may have too; their values are not read.</summary>
    public IEnumerable<Setting> Ignored { get; init; } = [];

    /// <summary>The problems, one line each for the user.</summary>
    public IReadOnlyList<string> Problems => _problems;

    protected override bool IsText => true;

    /// <summary>
    /// Whether a key is given on the command line or in the file; or, for an option such as <c>--seed</c>, on the command line.
    /// </summary>
    public override bool Has(string key) => key.StartsWith("--", StringComparison.Ordinal)
        ? _settings.Values.Any(setting => options.NameOf(setting.Key) == key && options.TextOf(parsed, setting.Key) is not null)
        : _settings.TryGetValue(key, out Setting? setting) && Find(setting) is not null;

    public override void Problem(string? place, string reason) => _problems.Add(
        place is null || !_settings.TryGetValue(place, out Setting? setting) ? reason
        : options.TextOf(parsed, setting.Key) is { } given ? $"{options.NameOf(setting.Key)} {given}: {reason}"
        : Entry(setting) is { } entry ? $"{file} {place} = {entry}: {reason}"
        : $"{options.NameOf(setting.Key)} {reason}");

    protected override string NameOf(Setting setting) => setting.IniKey;

    protected override object? Find(Setting setting)
    {
        if (!IsOfThis(setting))
            return null;
        _settings[setting.IniKey] = setting;
        return options.TextOf(parsed, setting.Key) ?? Entry(setting);
    }

    protected override void CheckKeys(IReadOnlyCollection<string> known)
    {
        string[] keys = _settings.Values.Concat(Ignored).Where(HasIniKey)
            .Select(setting => setting.IniKey)
            .Distinct(StringComparer.OrdinalIgnoreCase)
            .ToArray();
        foreach ((string key, _) in entries.Where(entry => !keys.Contains(entry.Key, StringComparer.OrdinalIgnoreCase)))
            _problems.Add($"{file} {key}: {UnknownKey.Reason(key, keys)}");
    }

    /// <summary>An inlined record may declare settings that belong to other sources only.</summary>
    private static bool IsOfThis(Setting setting) => setting.Declared.Option is not null || HasIniKey(setting);

    private static bool HasIniKey(Setting setting) =>
        setting.Declared.Ini != "" && (setting.Declared.Option is not null || setting.Declared.Ini is not null);

    private string? Entry(Setting setting) =>
        HasIniKey(setting) ? entries.LastOrDefault(entry => entry.Key.Equals(setting.IniKey, StringComparison.OrdinalIgnoreCase)).Value
            : null;
}
