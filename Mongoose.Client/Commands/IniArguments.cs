using System.CommandLine;
using System.CommandLine.Parsing;
using Mongoose.Core.RateControl;

namespace Mongoose.Client.Commands;

/// <summary>The section [MongooseClient] of an INI file, as the arguments that say the same.</summary>
internal static class IniArguments
{
    public const string Section = "MongooseClient";

    private const string Enabled = "Enabled";

    /// <param name="path">The file.</param>
    /// <param name="options">The options that it may set.</param>
    /// <exception cref="FormatException">It cannot be read, or holds a key or value that is not allowed; the message names the file.</exception>
    public static IReadOnlyList<string> Read(string path, BotCommandLine options)
    {
        List<string> arguments = [];
        bool? isEnabled = null;
        foreach ((string key, string value) in Entries(path))
        {
            if (key.Equals(Enabled, StringComparison.OrdinalIgnoreCase))
                isEnabled = bool.TryParse(value, out bool enabled)
                    ? enabled
                    : throw new FormatException($"{path}: [{Section}] {Enabled} = {value}: allowed are true, false");
            else if (options.IniKeys.TryGetValue(key, out Option? option))
                arguments.AddRange(Arguments(option, value, path, key));
            else
                throw new FormatException($"{path}: [{Section}] {key}: no such key; allowed: {Enabled}, {string.Join(", ", options.IniKeys.Keys)}");
        }
        // A viewer without Mongoose is a stock viewer, whatever else the file says.
        return isEnabled == false
            ? [.. arguments.Chunk(2).Where(pair => pair[0] != options.Controller.Name).SelectMany(pair => pair),
                options.Controller.Name, ViewerController.ControllerName]
            : arguments;
    }

    private static IEnumerable<string> Arguments(Option option, string value, string path, string key)
    {
        // Checked one by one, so that an error can say where it is.
        string[] values = option.Name == "--fail-if" ? value.Split(',', StringSplitOptions.TrimEntries) : [value];
        RootCommand alone = new();
        alone.Options.Add(option);
        string[] arguments = [.. values.SelectMany(one => new[] { option.Name, one })];
        foreach (ParseError error in alone.Parse(arguments).Errors)
            throw new FormatException($"{path}: [{Section}] {key} = {value}: {error.Message}");
        return arguments;
    }

    private static IReadOnlyList<(string Key, string Value)> Entries(string path)
    {
        try
        {
            return IniFile.ReadSection(path, Section);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw new FormatException($"--ini {path}: {exception.Message}", exception);
        }
    }
}
