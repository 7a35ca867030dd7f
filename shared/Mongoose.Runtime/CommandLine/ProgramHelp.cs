using System.CommandLine;
using System.CommandLine.Help;
using System.CommandLine.Invocation;

namespace Mongoose.Runtime.CommandLine;

/// <summary>
/// The standard help. The first paragraph of a description is above the options, and stands for the verb in a list of verbs; the other
/// paragraphs, such as examples and exit codes, are below the options.
/// </summary>
internal sealed class ProgramHelp(HelpAction help) : SynchronousCommandLineAction
{
    private const string Paragraph = "\n\n";

    /// <summary>Help is shown whatever else is wrong.</summary>
    public override bool ClearsParseErrors => true;

    public override int Invoke(ParseResult parseResult)
    {
        Command shown = parseResult.CommandResult.Command;
        string[] paragraphs = ParagraphsOf(shown);
        foreach (Command command in (Command[])[shown, .. shown.Subcommands])
            command.Description = ParagraphsOf(command)[0];
        int code = help.Invoke(parseResult);
        if (paragraphs is [_, var rest])
            parseResult.InvocationConfiguration.Output.Write($"{rest.ReplaceLineEndings()}{Environment.NewLine}");
        return code;
    }

    private static string[] ParagraphsOf(Command command) => (command.Description ?? "").ReplaceLineEndings("\n").Split(Paragraph, 2);
}
