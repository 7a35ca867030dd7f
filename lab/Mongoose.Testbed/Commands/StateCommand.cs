using System.CommandLine;
using Mongoose.Core.Units;
using Mongoose.Testbed.Particles.Peers;
using Mongoose.Testbed.Scenarios;
using Mongoose.Testbed.Verbs;

namespace Mongoose.Testbed.Commands;

/// <summary>The verb "state": peers that share moving particles, side by side over the same kind of line.</summary>
internal sealed class StateCommand
{
    private const string Description = """
        Share moving particles over several transports, each on its own line, and show the age of what each displays.

        Examples:
          mongoose-testbed state --down 256k --loss 3 --peer verse,tcp,udp
        """;

    private static readonly StateScenario Defaults = new();

    private readonly Option<DataRate> _down =
        RateOption.Create("--down", "Downstream rate of each peer's own line; upstream is not limited", RateOption.Text(Defaults.Down));
    private readonly Option<double> _loss =
        RangedOption.Number("--loss", "Random loss in each direction", "percent", Defaults.LossPercent, 0, 50);
    private readonly Option<double> _delay =
        RangedOption.Number("--delay", "Propagation delay, one way", "ms", Defaults.DelayMs, 0, 10_000);
    private readonly Option<double> _jitter =
        RangedOption.Number("--jitter", "Deviation from the delay, at most the delay", "ms", Defaults.JitterMs, 0, 10_000);
    private readonly Option<double> _buffer =
        RangedOption.Number("--buffer", "The buffer in front of the line", "kB", Defaults.BufferKB, 2, 100_000);
    private readonly Option<int> _particles = RangedOption.Integer("--particles", "Number of particles", Defaults.Particles, 1, 10_000);
    private readonly Option<int> _cycles =
        RangedOption.Integer("--cycles", "Cycles of 8 s in which the particles start and stop", Defaults.Cycles, 1, 1000);
    private readonly Option<int> _seed = RangedOption.Integer("--seed", "Seed of losses and motion", Defaults.Seed, 0, 1_000_000_000);

    private readonly Option<double> _pace = RangedOption.Number("--pace",
        "On a terminal, simulated seconds per second; 0: as fast as possible, as always in a pipe", "s/s", 1, 0.1, 1000, orZero: true);

    private readonly ClockOption _clock =
        new() { Description = "sim or real; tcp on the real clock only alone (Linux, root) [default: sim]" };
    private readonly OutputOptions _outputs =
        new("the result", OutputOptions.AlwaysReport("mongoose-state.html", "The HTML page to write"));

    private readonly Option<string[]> _peers = NamesOption.Create("--peer", "Peers", PeerNames.Names, string.Join(',', Defaults.Peers));

    public Command Create()
    {
        Command command = new("state", Description)
        {
            _down, _loss, _delay, _jitter, _buffer, _peers, _particles, _cycles, _seed, _clock, _pace,
            _outputs.Json, _outputs.Csv, _outputs.Report, _outputs.Directory,
        };
        command.SetAction(Run);
        return command;
    }

    private int Run(ParseResult parsed)
    {
        StateScenario state = Read(parsed);
        if (state.Problem is { } problem)
            return Failure.Report(problem, ExitCode.Usage);
        double pace = state.Clock == ClockKind.Sim ? parsed.GetValue(_pace) : 0;
        return new RunVerb(_outputs.Read(parsed))
        {
            Files = () => [state.File()],
            Command = $"state {state.Arguments}",
            Show = (text, isTerminal, run) => TableProgress.Show(text, isTerminal, pace, new StateTable(), run),
            WriteStats = StateSummary.Write,
        }.Run();
    }

    private StateScenario Read(ParseResult parsed) => new()
    {
        Peers = parsed.GetValue(_peers) is { Length: > 0 } peers ? peers : Defaults.Peers,
        Down = parsed.GetValue(_down),
        LossPercent = parsed.GetValue(_loss),
        DelayMs = parsed.GetValue(_delay),
        // The default must not forbid a shorter delay.
        JitterMs = parsed.GetResult(_jitter) is { Implicit: false }
            ? parsed.GetValue(_jitter)
            : Math.Min(Defaults.JitterMs, parsed.GetValue(_delay)),
        BufferKB = parsed.GetValue(_buffer),
        Particles = parsed.GetValue(_particles),
        Cycles = parsed.GetValue(_cycles),
        Seed = parsed.GetValue(_seed),
        Clock = _clock.Read(parsed) ?? Defaults.Clock,
    };
}
