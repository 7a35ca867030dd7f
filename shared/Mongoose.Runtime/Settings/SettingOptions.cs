using System.CommandLine;
using Mongoose.Core.Settings;

namespace Mongoose.Runtime.Settings;

/// <summary>The command-line options declared by a record's settings.</summary>
/// <param name="initial">The record with its default values.</param>
public sealed class SettingOptions(object initial)
{
    private readonly Dictionary<string, Option> _options = Setting.Flat(initial.GetType(), initial)
        .Where(pair => pair.Setting.Declared.Option is not null)
        .ToDictionary(pair => pair.Setting.Key, pair => Create(pair.Setting, SettingValue.Show(pair.Setting, pair.Value)));

    /// <summary>The options, in the record's order.</summary>
    public IEnumerable<Option> All => _options.Values;

    /// <summary>Adds all options to a command, in the record's order.</summary>
    public void AddTo(Command command)
    {
        foreach (Option option in All)
            command.Options.Add(option);
    }

    /// <summary>The name of a setting's option; null if it has none.</summary>
    public string? NameOf(string key) => _options.GetValueOrDefault(key)?.Name;

    /// <summary>The given text; null if the option was not given.</summary>
    internal string? TextOf(ParseResult parsed, string key) =>
        !_options.TryGetValue(key, out Option? option) || parsed.GetResult(option) is not { Implicit: false } result
        ? null
        : option is Option<bool> flag ? (parsed.GetValue(flag) ? "true" : "false")
        : option is Option<string[]> ? string.Join(',', result.Tokens.Select(token => token.Value)) : result.Tokens[^1].Value;

    private static Option Create(Setting setting, string initial)
    {
        string[] names = setting.Declared.Option!.Split(' ');
        string text = setting.Declared.Text, range = RangeOf(setting);
        string description = $"{char.ToUpperInvariant(text[0])}{text[1..]}".Replace("`", "", StringComparison.Ordinal)
            + $"{(range.Length > 0 ? $" ({range})" : "")}"
            + (setting.Declared.Default is { } shown ? $" [default: {shown}]" : "");
        if (setting.IsBoolean)
            return new Option<bool>(names[0], names[1..]) { Description = description };
        string help = setting.Declared.HelpName
            ?? (setting.Declared.Unit.Length > 0 ? setting.Declared.Unit : setting.IsNumber ? "number" : "name");
        return setting.IsList
            ? new Option<string[]>(names[0], names[1..]) { Description = description, HelpName = help }
            : WithDefault(new Option<string>(names[0], names[1..]) { Description = description, HelpName = help }, initial);
    }

    private static Option<string> WithDefault(Option<string> option, string initial)
    {
        if (initial.Length > 0)
            option.DefaultValueFactory = _ => initial;
        return option;
    }

    private static string RangeOf(Setting setting) => setting.Declared.Range
        ?? (setting.IsNumber ? SettingRange.Numbers(setting)
        : setting.IsBoolean ? "" : string.Join(", ", setting.Names));
}
