using System.CommandLine;
using Mongoose.Testbed.Scenarios;

namespace Mongoose.Testbed.Commands;

/// <summary>The verb "run": scenarios, their figures and whether their bands hold.</summary>
internal sealed class RunCommand
{
    private readonly Argument<string[]> _scenarios = new("scenario")
    {
        Description = "Built-in scenarios or folders of them (see list), files, directories",
        Arity = ArgumentArity.OneOrMore,
    };

    private readonly Option<string?> _clock = new("--clock") { Description = "sim or real, where the scenario allows both", HelpName = "sim|real" };
    private readonly Option<int> _seeds = RangedOption.Whole("--seeds", "Runs of each scenario; 0 as the scenario says", 0, 0, 1000);
    private readonly Option<int> _jobs = RangedOption.Whole("--jobs", "Simulated runs at the same time; 0 for all cores", 0, 0, 256);
    private readonly Option<string?> _json = new("--json") { Description = "Write the results as JSON; - is standard output", HelpName = "file" };
    private readonly Option<string?> _csv = new("--csv") { Description = "Write the results as CSV files into a directory", HelpName = "dir" };
    private readonly Option<string?> _report = new("--report") { Description = "Write an HTML report", HelpName = "file" };

    private readonly Option<string?> _results = new("--out")
    {
        Description = "Keep one result file for each scenario in a directory, from which report can draw",
        HelpName = "dir",
    };

    public Command Create()
    {
        Command command = new("run", "Runs scenarios. Exit code 1 when a figure is outside its band.");
        command.Arguments.Add(_scenarios);
        foreach (Option option in (Option[])[_clock, _seeds, _jobs, _json, _csv, _report, _results])
            command.Options.Add(option);
        command.SetAction(Run);
        return command;
    }

    private int Run(ParseResult parsed)
    {
        if (parsed.GetValue(_clock) is { } clock && clock is not ("sim" or "real"))
        {
            Console.Error.WriteLine($"mongoose-testbed: --clock {clock}: allowed are sim, real");
            return ExitCode.Usage;
        }
        ScenarioOutputs outputs = new(parsed.GetValue(_json), parsed.GetValue(_csv), parsed.GetValue(_report), parsed.GetValue(_results));
        ScenarioSession session = new(outputs)
        {
            Names = parsed.GetValue(_scenarios)!,
            Clock = parsed.GetValue(_clock) switch { "sim" => ClockKind.Sim, "real" => ClockKind.Real, _ => null },
            Seeds = parsed.GetValue(_seeds),
            Jobs = parsed.GetValue(_jobs) is > 0 and { } jobs ? jobs : Environment.ProcessorCount,
        };
        return session.Run();
    }
}
