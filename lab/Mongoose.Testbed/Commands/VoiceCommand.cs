using System.CommandLine;
using Mongoose.Core.Units;
using Mongoose.Testbed.Scenarios;
using Mongoose.Testbed.Speeches;
using Mongoose.Testbed.Verbs;

namespace Mongoose.Testbed.Commands;

/// <summary>The verb "voice": spoken voices over real mixers, in several ways side by side, to see and to hear.</summary>
internal sealed class VoiceCommand
{
    private static readonly VoiceScenario Defaults = new();

    private readonly Option<double> _seconds =
        RangedOption.Number("--seconds", "Length; TCP sends in the middle half", "s", Defaults.Seconds, 20, 600);
    private readonly Option<DataRate> _down =
        RateOption.Create("--down", "Rate of each line, in each direction", RateOption.Text(Defaults.Down));
    private readonly Option<double> _delay = RangedOption.Number("--delay", "Propagation delay, one way", "ms", Defaults.DelayMs, 0, 1000);
    private readonly Option<double> _buffer =
        RangedOption.Number("--buffer", "The buffer in front of each line", "kB", Defaults.BufferKB, 2, 100_000);
    private readonly Option<int> _sources =
        RangedOption.Integer("--sources", "Number of voices", Defaults.Sources, 1, VoiceScenario.MaxSources);
    private readonly Option<int> _seed = RangedOption.Integer("--seed", "Seed of the run", Defaults.Seed, 0, 1_000_000_000);

    private readonly Option<double> _pace = RangedOption.Number("--pace",
        "On a terminal, simulated seconds per second; 0: as fast as possible, as always in a pipe", "s/s", 0, 0.1, 1000, orZero: true);

    private readonly ClockOption _clock = new() { Description = "sim or real; real with one way only (Linux, root) [default: sim]" };
    private readonly OutputOptions _outputs =
        new("the result", OutputOptions.AlwaysReport("mongoose-voice.html", "The HTML page to write, with what was heard"));

    private readonly Option<string[]> _ways =
        NamesOption.Create("--way", "Ways to send the voices", VoiceWay.All.Select(way => way.Name), "all");

    public Command Create()
    {
        Command command = new("voice", "Send spoken voices through real mixers over thin lines, "
            + "partly mixed, all alone and all mixed, and hear the difference.")
        {
            _seconds, _down, _delay, _buffer, _sources, _ways, _seed, _clock, _pace,
            _outputs.Json, _outputs.Csv, _outputs.Report, _outputs.Directory,
        };
        command.SetAction(Run);
        return command;
    }

    private int Run(ParseResult parsed)
    {
        VoiceScenario voice = Read(parsed);
        if (voice.Problem is { } problem)
            return Failure.Report(problem, ExitCode.Usage);
        double pace = voice.Clock == ClockKind.Sim ? parsed.GetValue(_pace) : 0;
        if (!EspeakVoices.AreInstalled)
        {
            Failure.Program.Report(Console.Error,
                "espeak-ng is not installed, so the voices say syllables without words; on Debian: apt install espeak-ng");
        }
        return new RunVerb(_outputs.Read(parsed))
        {
            Files = () => [voice.File()],
            Command = $"voice {voice.Arguments}",
            Show = (text, isTerminal, run) => TableProgress.Show(text, isTerminal, pace, new VoiceTable(), run),
            WriteStats = VoiceSummary.Write,
        }.Run();
    }

    private VoiceScenario Read(ParseResult parsed) => new()
    {
        Ways = parsed.GetValue(_ways) is { Length: > 0 } names
            ? VoiceWay.All.Where(way => names.Contains(way.Name)).ToArray()
            : Defaults.Ways,
        Seconds = parsed.GetValue(_seconds),
        Down = parsed.GetValue(_down),
        DelayMs = parsed.GetValue(_delay),
        BufferKB = parsed.GetValue(_buffer),
        Sources = parsed.GetValue(_sources),
        Seed = parsed.GetValue(_seed),
        Clock = _clock.Read(parsed) ?? Defaults.Clock,
    };
}
