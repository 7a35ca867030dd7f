using System.CommandLine;
using Mongoose.Mixer.Settings;
using Mongoose.Runtime.CommandLine;
using Mongoose.Runtime.Settings;

namespace Mongoose.Mixer.Commands;

/// <summary>The program and its verbs.</summary>
internal static class MixerCommand
{
    internal static readonly CommandProgram Program = new("mongoose-mixer");

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

    public static int Run(IReadOnlyList<string> arguments, TextWriter output, TextWriter error) =>
        Program.Run(Create(arguments), arguments, output, error);

    /// <summary>The root command with all verbs. To add one, add a line.</summary>
    /// <param name="arguments">The command line, which results record.</param>
    public static RootCommand Create(IReadOnlyList<string> arguments) => new(Description)
    {
        WithPaths(new RunCommand(new CommandText(Program.Name, "--status-password").From(arguments)).Create()),
        WithPaths(new SpeakCommand().Create()),
        WithPaths(new ListenCommand().Create()),
        WithPaths(new SdpCommand().Create()),
        new JanusCommand().Create(),
        SchemaVerb.Create(Program, "a mixer's files", MixerFile.Schema),
    };

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
}
