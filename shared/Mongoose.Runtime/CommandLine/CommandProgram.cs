using System.CommandLine;
using System.CommandLine.Help;
using Mongoose.Runtime.Terminals;

namespace Mongoose.Runtime.CommandLine;

/// <summary>
/// The front end that all programs share: it turns arguments into an exit code, and begins every message with the program's name.
/// </summary>
/// <param name="name">The program's name.</param>
public sealed class CommandProgram(string name)
{
    public string Name => name;

    /// <summary>How arguments become options.</summary>
    public ParserConfiguration Parsing { get; init; } = new();

    /// <summary>
    /// Runs the program in its own process. An exception that no verb expects, such as one for a host without free file descriptors,
    /// becomes a line on standard error, with a stack trace if it is a fault of the program: .NET would abort the process with a signal,
    /// which is not a documented exit code.
    /// </summary>
    /// <param name="arguments">The arguments of the process.</param>
    /// <param name="create">Creates the root command with all verbs.</param>
    /// <returns>One of <see cref="ExitCode"/>.</returns>
    public int RunProcess(IReadOnlyList<string> arguments, Func<RootCommand> create)
    {
        Terminal.Guard();
        return Guarded(Console.Error, () => Run(create(), arguments, Console.Out, Console.Error));
    }

    /// <summary>Runs the verb that the arguments name. Exceptions that the verb does not expect are not caught.</summary>
    /// <param name="root">
    /// The root command with all verbs, for this run alone; they write to the writers of <see cref="ParseResult.InvocationConfiguration"/>.
    /// </param>
    /// <param name="arguments">The command line.</param>
    /// <param name="output">Standard output.</param>
    /// <param name="error">Standard error.</param>
    /// <returns>One of <see cref="ExitCode"/>.</returns>
    public int Run(RootCommand root, IReadOnlyList<string> arguments, TextWriter output, TextWriter error)
    {
        HelpOption help = root.Options.OfType<HelpOption>().Single();
        help.Action = new ProgramHelp((HelpAction)help.Action!);
        ParseResult parsed = root.Parse(arguments, Parsing);
        string[] problems = [.. parsed.Errors.Select(problem => problem.Message).Distinct(), .. MissingPaths.In(parsed, arguments)];
        return problems.Length > 0
            ? Refuse(error, problems)
            : parsed.Invoke(new InvocationConfiguration
            {
                Output = output,
                Error = error,
                ProcessTerminationTimeout = null,
                EnableDefaultExceptionHandler = false,
            });
    }

    /// <summary>Reports problems of the command line or of settings, one per line, and where to find help.</summary>
    /// <returns><see cref="ExitCode.Usage"/>.</returns>
    public int Refuse(TextWriter error, IEnumerable<string> problems) =>
        Fail(error, [.. problems, "--help shows all options"], ExitCode.Usage);

    /// <summary>Reports a failure.</summary>
    /// <returns>The code.</returns>
    public int Fail(TextWriter error, string message, int code) => Fail(error, [message], code);

    /// <summary>Reports failures, one per line.</summary>
    /// <returns>The code.</returns>
    public int Fail(TextWriter error, IEnumerable<string> messages, int code)
    {
        foreach (string message in messages)
            Report(error, message);
        return code;
    }

    /// <summary>
    /// Writes a line that begins with the program's name. A line that cannot be written, because a disk is full or the host has no file
    /// descriptor for the console, is lost.
    /// </summary>
    public void Report(TextWriter error, string message)
    {
        try
        {
            error.WriteLine($"{name}: {message}");
        }
        catch (Exception exception) when (Fault.IsOfHost(exception))
        {
            // There is nowhere else to report it. The program continues, and its exit code says enough.
        }
    }

    /// <summary>Runs a function; an exception that it does not catch is reported.</summary>
    internal int Guarded(TextWriter error, Func<int> run)
    {
        try
        {
            return run();
        }
        catch (Exception exception)
        {
            ReportUnexpected(error, exception);
            return ExitCode.Runtime;
        }
    }

    private void ReportUnexpected(TextWriter error, Exception exception)
    {
        try
        {
            Fail(error, Fault.Lines("", exception), ExitCode.Runtime);
        }
        catch (Exception unwritten) when (Fault.IsOfHost(unwritten) || unwritten is ObjectDisposedException)
        {
            // The host has so few descriptors that .NET cannot load the code that writes to a console: the exit code says enough.
        }
    }
}
