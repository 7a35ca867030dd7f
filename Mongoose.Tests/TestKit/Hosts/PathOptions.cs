using System.CommandLine;

namespace Mongoose.TestKit.Hosts;

/// <summary>The options of a program whose value is a path.</summary>
internal static class PathOptions
{
    /// <summary>What a program answers to each of its options for a path if another option stands in place of the path.</summary>
    /// <returns>The command line, the exit code, and the first line of standard error.</returns>
    public static IEnumerable<(string Arguments, int Code, string Error)> WithoutPaths(CommandProgram program, Func<RootCommand> create)
    {
        foreach (string[] arguments in Of(create(), []).ToArray())
        {
            using StringWriter error = new();
            int code = program.Run(create(), [.. arguments, "--x"], TextWriter.Null, error);
            yield return (string.Join(' ', arguments), code,
                error.ToString().Split(Environment.NewLine).Single(line => line.Contains("--x", StringComparison.Ordinal)));
        }
    }

    private static IEnumerable<string[]> Of(Command command, string[] verbs) =>
    [
        .. command.Options.Where(option => option.HelpName is "file" or "dir").Select(option => (string[])[.. verbs, option.Name]),
        .. command.Subcommands.SelectMany(verb => Of(verb, [.. verbs, verb.Name])),
    ];
}
