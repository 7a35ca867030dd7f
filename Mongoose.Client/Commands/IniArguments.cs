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

/// <summary>An INI file as OpenSimulator writes them: sections in brackets, keys and values, comments after ; or # at the start of a line.</summary>
internal static class IniFile
{
    /// <summary>The keys of one section, in the file's order; none if the file has no such section.</summary>
    /// <exception cref="FormatException">A line is none of these; the message names file and line.</exception>
    /// <exception cref="IOException">The file cannot be read.</exception>
    /// <exception cref="UnauthorizedAccessException">Likewise.</exception>
    public static IReadOnlyList<(string Key, string Value)> ReadSection(string path, string section)
    {
        List<(string, string)> entries = [];
        bool isInside = false;
        int number = 0;
        foreach (string line in File.ReadLines(path))
        {
            number++;
            string text = line.Trim();
            if (text.Length == 0 || text[0] is ';' or '#')
                continue;
            if (text[0] == '[' && text[^1] == ']')
                isInside = text[1..^1].Trim().Equals(section, StringComparison.OrdinalIgnoreCase);
            else if (text.IndexOf('=') is > 0 and int at)
            {
                if (isInside)
                    entries.Add((text[..at].Trim(), text[(at + 1)..].Trim().Trim('"')));
            }
            else
                throw new FormatException($"{path}, line {number}: '{text}' is neither a [Section] nor Key = value");
        }
        return entries;
    }
}
