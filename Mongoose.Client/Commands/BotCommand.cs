using System.CommandLine;
using System.CommandLine.Parsing;
using Mongoose.Client.Results;
using Mongoose.Runtime.CommandLine;
using Mongoose.Runtime.Settings;

namespace Mongoose.Client.Commands;

/// <summary>The program, and its command without a verb: a run of bots.</summary>
internal static class BotCommand
{
    private const string Description = """
        Runs bots in an OpenSimulator grid. They walk, fly, stand, teleport or download textures, request the rate that a rate controller computes,
        and measure what they receive. Put load only on grids whose operator knows about it.

        Examples:
          mongoose-bot accounts -firstname Test -lastname Bot -password secret -botcount 10 --output accounts.txt
          mongoose-bot -loginuri http://127.0.0.1:9000/ -firstname Test -lastname Bot -password secret -botcount 10
          mongoose-bot --ini config/MongooseClient.ini --activity textures --seconds 30 --json out.json
          mongoose-bot ... --activity walk --http --fail-if "http_failed>0"
          mongoose-bot ... -botcount 400 --shard 0/4 --start-at 2030-01-31T14:00:00Z --json part-0.json
          mongoose-bot merge part-*.json --json whole.json --report whole.html --fail-if "p95_rtt_ms>300"
          mongoose-bot ... --controller viewer --max-rate 1500 --fail-if "p95_rtt_ms>300" --quiet

        Accounts have the names of pCampBot's: Test Bot0 to Test Bot9; a single one is Test Bot. With -lastname "Bot_{n}" they are Test Bot_0 and so on.
        Options of several letters that are listed with one dash also take two: -botcount and --botcount are the same option.
        Exit codes: 0 success, 1 runtime failure, 2 invalid command line, 3 at least one bot failed,
        99 a threshold was crossed, 105 interrupted (results up to then are written).
        """;

    // pCampBot's options have one dash and several letters: they are not bundles of short options.
    internal static readonly CommandProgram Program = new("mongoose-bot")
    {
        Parsing = new ParserConfiguration { EnablePosixBundling = false },
    };

    /// <summary>The command line as results record it, without passwords.</summary>
    internal static readonly CommandText Recorded = new(Program.Name, "-password", "--password");

    public static int Run(IReadOnlyList<string> arguments, TextWriter output, TextWriter error) =>
        Program.Run(Create(arguments), arguments, output, error);

    /// <summary>The root command with all verbs. To add one, add a line.</summary>
    /// <param name="arguments">The command line, which results record.</param>
    public static RootCommand Create(IReadOnlyList<string> arguments)
    {
        SettingOptions options = new(new BotCommandLine());
        Option<string?> ini = IniOption();
        RootCommand root = new(Description);
        root.Options.Add(ini);
        options.AddTo(root);
        root.Subcommands.Add(AccountsCommand.Create());
        root.Subcommands.Add(MergeCommand.Create());
        root.Options.Single(option => option.Name == "--fail-if").Description += $". Metrics: {BotMetrics.Table.Names}";
        root.SetAction(parsed => Run(parsed, options, parsed.GetValue(ini), Recorded.From(arguments)));
        return root;
    }

    private static int Run(ParseResult parsed, SettingOptions options, string? ini, string command)
    {
        (TextWriter output, TextWriter error) = (parsed.InvocationConfiguration.Output, parsed.InvocationConfiguration.Error);
        try
        {
            (BotCommandLine read, IReadOnlyList<string> problems) = BotCommandLine.Read(parsed, options, ini);
            if (problems.Count > 0)
                return Program.Refuse(error, problems);
            foreach (string note in read.Notes)
                Program.Report(error, note);
            using Interruption interruption = new();
            return new BotSessionRunner(read with { Request = read.Request with { Command = command } }, output, error)
                .Run(interruption.Token, interruption.Again);
        }
        catch (FormatException exception)
        {
            return Program.Refuse(error, [exception.Message]);
        }
    }

    /// <summary>Creates the option that names a file with options of a run.</summary>
    internal static Option<string?> IniOption()
    {
        Option<string?> ini = PathOption.File("--ini", $"An INI file with a section [{BotCommandLine.Section}]; options override its keys");
        ini.Aliases.Add("-inifile");
        ini.Aliases.Add("--inifile");
        return ini;
    }

    /// <summary>Reports options before a subcommand: they are options of a run, which the subcommand would ignore.</summary>
    internal static IEnumerable<string> MisplacedOptions(ParseResult parsed)
    {
        Command command = parsed.CommandResult.Command;
        return from option in parsed.RootCommandResult.Children.OfType<OptionResult>()
               where !option.Implicit
               let isKnown = command.Options.Any(own => own.Name == option.Option.Name)
               let advice = isKnown ? $"write it after {command.Name}" : $"{command.Name} has no such option"
               select $"{option.IdentifierToken?.Value ?? option.Option.Name}: {advice}";
    }
}
