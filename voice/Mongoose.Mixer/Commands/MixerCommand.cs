using System.CommandLine;
using Mongoose.Mixer.Settings;
using Mongoose.Runtime.CommandLine;
using Mongoose.Runtime.Settings;

namespace Mongoose.Mixer.Commands;

/// <summary>The program: arguments in, exit code out.</summary>
internal static class MixerCommand
{
    internal const string Program = "mongoose-mixer";

    private const string Description = """
        Mixes voices between servers, and for listeners behind thin lines: as many voices as the line carries fairly are sent alone, the rest as a mix.

        Examples:
          mongoose-mixer run config/mixer/two-hosts/north.json
          mongoose-mixer run --name north --bind 0.0.0.0 --peer "name=south role=mixer port=5000 address=192.0.2.2:5000" --peer "name=alice port=5002"
          mongoose-mixer speak alice.wav --to 127.0.0.1:5002
          mongoose-mixer listen recordings --to 127.0.0.1:5004
          mongoose-mixer run north.json --seconds 60 --json north-result.json --fail-if "max_p95_queue_ms>200" --fail-if "peers_silent>0"

        Exit codes: 0 success, 1 the host lacks something, or something failed while running, 2 invalid command line or settings,
        3 nothing ever came from any peer (see also the help of the verb), 99 a threshold was crossed,
        105 interrupted (results up to then are written).
        """;

    public static int Run(IReadOnlyList<string> arguments, TextWriter output, TextWriter error)
    {
        RootCommand root = new(Description);
        foreach (Command verb in Verbs(arguments, output, error))
            root.Subcommands.Add(verb);
        ParseResult given = root.Parse(arguments);
        return given.Errors.Count > 0
            ? Refuse(error, given.Errors.Select(problem => problem.Message).Distinct())
            : given.Invoke(new InvocationConfiguration
            {
                Output = output,
                Error = error,
                ProcessTerminationTimeout = null,
                EnableDefaultExceptionHandler = false
            });
    }

    /// <summary>Every verb. To add one, add a line.</summary>
    private static IEnumerable<Command> Verbs(IReadOnlyList<string> arguments, TextWriter output, TextWriter error)
    {
        yield return WithPaths(new RunCommand(new CommandText(Program).From(arguments), output, error).Create());
        yield return WithPaths(new SpeakCommand().Create());
        yield return WithPaths(new ListenCommand().Create());
        yield return WithPaths(new SdpCommand().Create());
        yield return new JanusCommand().Create();
        yield return SchemaVerb.Create("a mixer's files", MixerFile.Schema, (message, code) => Fail(error, message, code));
    }

    /// <summary>A verb whose arguments are paths: empty ones are refused.</summary>
    private static Command WithPaths(Command verb)
    {
        foreach (Argument argument in verb.Arguments)
        {
            argument.Validators.Add(result =>
            {
                if (result.Tokens.Any(token => token.Value.Length == 0))
                    result.AddError($"{verb.Name}: the path is empty");
            });
        }
        return verb;
    }

    /// <summary>Reports problems of the command line or of settings, one per line.</summary>
    internal static int Refuse(TextWriter error, IEnumerable<string> messages)
    {
        foreach (string message in messages)
            WriteMessage(error, message);
        WriteMessage(error, "--help shows all options");
        return ExitCode.Usage;
    }

    /// <summary>Reports a failure; returns the exit code.</summary>
    internal static int Fail(TextWriter error, string message, int code)
    {
        WriteMessage(error, message);
        return code;
    }

    /// <summary>
    /// Writes a line that begins with the program's name. A line that cannot be written, because a disk is full, is lost.
    /// </summary>
    internal static void WriteMessage(TextWriter error, string message)
    {
        try
        {
            error.WriteLine($"{Program}: {message}");
        }
        catch (IOException)
        {
            // There is nowhere else to report it, and the program continues.
        }
    }
}
