using System.CommandLine;

namespace Mongoose.Tests.Mixer.Commands;

/// <summary>Runs a verb in this process.</summary>
internal sealed record Verb(int Code, string Output, string Error)
{
    public static Verb Run(Command command, params string[] arguments)
    {
        RootCommand root = new("test");
        root.Subcommands.Add(command);
        using StringWriter output = new(), error = new();
        ParseResult parsed = root.Parse([command.Name, .. arguments]);
        if (parsed.Errors.Count > 0)
            return new Verb(ExitCode.Usage, "", string.Join('\n', parsed.Errors.Select(problem => problem.Message)));
        int code = parsed.Invoke(new InvocationConfiguration
        {
            Output = output,
            Error = error,
            ProcessTerminationTimeout = null,
            EnableDefaultExceptionHandler = false
        });
        return new Verb(code, output.ToString(), error.ToString());
    }
}
