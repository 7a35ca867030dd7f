using System.CommandLine;
using System.CommandLine.Parsing;

namespace Mongoose.Runtime.CommandLine;

/// <summary>
/// Finds options for a file or a directory that were given without one: the parser takes the next option for the path, as in
/// <c>--json --quiet</c>.
/// </summary>
internal static class MissingPaths
{
    /// <summary>The <see cref="Option.HelpName"/> of options whose value is a path, and how messages name that value.</summary>
    private static readonly Dictionary<string, string> Kinds = new()
    {
        [PathOption.FileName] = "file",
        [PathOption.DirectoryName] = "directory",
    };

    /// <summary>The problems, a line each.</summary>
    public static IEnumerable<string> In(ParseResult parsed, IReadOnlyList<string> arguments)
    {
        if (parsed.Action is { ClearsParseErrors: true })
            return []; // The user asks for help.
        CommandResult[] commands = [.. CommandsOf(parsed.CommandResult)];
        HashSet<string> options = [.. commands.SelectMany(command => command.Command.Options).SelectMany(NamesOf)];
        return commands.SelectMany(command => command.Children.OfType<OptionResult>())
            .SelectMany(result => In(result, arguments, options));
    }

    private static IEnumerable<string> In(OptionResult result, IReadOnlyList<string> arguments, HashSet<string> options)
    {
        if (result.Implicit || !Kinds.TryGetValue(result.Option.HelpName ?? "", out string? kind))
            return [];
        string[] names = NamesOf(result.Option);
        string given = result.IdentifierToken?.Value ?? result.Option.Name;
        return result.Tokens.Select(token => token.Value)
            .Where(value => value.StartsWith("--", StringComparison.Ordinal) || value.StartsWith('-') && options.Contains(value))
            .Where(value => !names.Any(name => arguments.Contains($"{name}={value}") || arguments.Contains($"{name}:{value}")))
            .Select(value => $"{given}: a {kind} is missing before {value} (for a {kind} of this name, write {given}={value})");
    }

    private static string[] NamesOf(Option option) => [option.Name, .. option.Aliases];

    private static IEnumerable<CommandResult> CommandsOf(SymbolResult? command) =>
        command is CommandResult result ? [.. CommandsOf(result.Parent), result] : [];
}
