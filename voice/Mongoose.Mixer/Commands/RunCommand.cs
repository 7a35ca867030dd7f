using System.CommandLine;
using System.CommandLine.Parsing;
using Mongoose.Mixer.Runs;
using Mongoose.Mixer.Settings;
using Mongoose.Runtime.CommandLine;
using Mongoose.Runtime.Settings;

namespace Mongoose.Mixer.Commands;

/// <summary>The verb "run": a mixer from a file or from options.</summary>
/// <param name="commandLine">The command line, which results record.</param>
internal sealed class RunCommand(string commandLine)
{
    private readonly SettingOptions _options = new(new RunOptions());
    private readonly Argument<string?> _file = new("file")
    {
        Description = "The mixer as a file; without one, --peer and the other options describe it",
        Arity = ArgumentArity.ZeroOrOne,
    };

    private readonly Option<string[]> _peers = new("--peer")
    {
        Description =
            "A peer, with the keys that it has in files: \"name=south role=mixer port=5000 address=192.0.2.2:5000 codec=PCMU\"; "
                + "repeat the option for several",
        HelpName = "keys",
    };

    public Command Create()
    {
        Command command = new("run", "Run a mixer until it is stopped, or for --seconds.") { _file, _peers };
        _options.AddTo(command);
        command.Options.Single(option => option.Name == "--fail-if").Description += $". Metrics: {MixerSummary.Metrics.Names}";
        command.SetAction(Run);
        return command;
    }

    private int Run(ParseResult given)
    {
        (TextWriter output, TextWriter error) = (given.InvocationConfiguration.Output, given.InvocationConfiguration.Error);
        CommandLineSource source = new(given, _options, "", []);
        RunOptions options = source.Read(new RunOptions { Command = commandLine });
        (MixerSettings mixer, IEnumerable<string> problems) = given.GetValue(_file) is { } file ? FromFile(file, given)
            : FromOptions(options.Mixer, given);
        string[] all = [.. source.Problems, .. problems];
        if (all.Length > 0)
            return MixerCommand.Program.Refuse(error, all);
        foreach (string note in options.IsQuiet ? [] : MixerRules.Notes(mixer).Concat(HostCheck.Notes(mixer)))
            MixerCommand.Program.Report(error, $"note: {note}");
        using Interruption interruption = new(Interruption.Abort);
        return new MixerRunner(options with { Mixer = mixer }, output, error).Run(interruption.Token);
    }

    private (MixerSettings, IEnumerable<string>) FromFile(string file, ParseResult given)
    {
        string[] keys = ["name", "bind", "frameMs", "controlPort", "status", "statusPassword"];
        string[] ofOptions = [.. keys.Select(key => _options.NameOf(key)!), _peers.Name];
        string[] both = ofOptions.Where(name => given.GetResult(name) is OptionResult { Implicit: false }).ToArray();
        if (both.Length > 0)
            return (new MixerSettings(), both.Select(name => $"{name} and the file {file} exclude each other: write it into the file"));
        try
        {
            return (MixerFile.Read(file), []);
        }
        catch (SettingsException exception)
        {
            return (new MixerSettings(), exception.Problems.Select(problem => $"{file}: {problem}"));
        }
    }

    private (MixerSettings, IEnumerable<string>) FromOptions(MixerSettings settings, ParseResult given)
    {
        if (given.GetValue(_peers) is not { Length: > 0 } peers)
            return (settings, ["a file or at least one --peer is needed"]);
        List<SettingProblem> problems = [];
        return (OptionPeers.Read(settings, peers, _options.NameOf, problems), problems.Select(problem => problem.ToString()));
    }
}
