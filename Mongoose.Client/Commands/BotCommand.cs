using System.CommandLine;
using Mongoose.Runtime.CommandLine;

namespace Mongoose.Client.Commands;

/// <summary>The program: arguments in, exit code out.</summary>
internal static class BotCommand
{
    private const string Description = """
        Bots that walk, fly, stand, teleport and download in an OpenSimulator grid, ask for the rate that a controller decides, and measure.
        Put load only on grids whose operator knows of it.

        Examples:
          mongoose-bot -loginuri http://127.0.0.1:9000/ -firstname Test -lastname Bot -password secret -botcount 10
          mongoose-bot --ini config/MongooseClient.ini --activity textures --seconds 30 --json out.json
          mongoose-bot ... --controller viewer --max-rate 1500 --fail-if "p95_rtt_ms>300" --quiet

        Exit codes: 0 good, 1 failed while running, 2 wrong command line, 3 a login was refused or a grid did not answer,
        99 a threshold was crossed, 105 interrupted (what was measured is written).
        """;

    // pCampBot's options have one dash and several letters: they are no bundle.
    private static readonly ParserConfiguration Parsing = new() { EnablePosixBundling = false };

    public static int Run(IReadOnlyList<string> arguments, TextWriter output, TextWriter error)
    {
        BotCommandLine options = new();
        Option<string?> ini = new("--ini", "-inifile") { Description = $"An INI file with a section [{IniArguments.Section}]; options win over it", HelpName = "file" };
        RootCommand root = new(Description);
        root.Options.Add(ini);
        options.AddTo(root);
        root.SetAction(parsed => Run(parsed, parsed.GetValue(ini), root, options, arguments, output, error));
        ParseResult given = root.Parse(arguments, Parsing);
        return given.Errors.Count > 0
            ? Refuse(error, given.Errors.Select(problem => problem.Message).Distinct())
            : given.Invoke(new InvocationConfiguration { Output = output, Error = error, ProcessTerminationTimeout = null, EnableDefaultExceptionHandler = false });
    }

    private static int Run(ParseResult given, string? ini, RootCommand root, BotCommandLine options, IReadOnlyList<string> arguments, TextWriter output,
        TextWriter error)
    {
        BotSettings settings;
        try
        {
            ParseResult all = ini is null ? given : WithIni(given, ini, root, options, arguments);
            settings = options.Read(all);
            settings = settings with { Run = settings.Run with { Command = CommandText.Of(arguments) } };
            foreach (string note in options.Notes(all))
                error.WriteLine($"mongoose-bot: {note}");
        }
        catch (FormatException exception)
        {
            return Refuse(error, [exception.Message]);
        }
        using Interruption interruption = new();
        return new BotSessionRunner(settings, output, error).Run(interruption.Token);
    }

    /// <summary>The file's settings, and then the arguments; a repeatable option that was given replaces the file's.</summary>
    private static ParseResult WithIni(ParseResult given, string ini, RootCommand root, BotCommandLine options, IReadOnlyList<string> arguments)
    {
        IReadOnlyList<string> read = IniArguments.Read(ini, options);
        HashSet<string> set = options.IniKeys.Values.Where(option => given.GetResult(option) is { Implicit: false }).Select(option => option.Name).ToHashSet();
        IEnumerable<string> rest = read.Chunk(2).Where(pair => !set.Contains(pair[0])).SelectMany(pair => pair);
        return root.Parse([.. rest, .. arguments], Parsing);
    }

    private static int Refuse(TextWriter error, IEnumerable<string> messages)
    {
        foreach (string message in messages)
            error.WriteLine($"mongoose-bot: {message}");
        error.WriteLine("mongoose-bot: --help shows all options");
        return ExitCode.Usage;
    }
}
