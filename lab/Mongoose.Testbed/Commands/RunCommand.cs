using System.CommandLine;
using Mongoose.Testbed.Scenarios.Reading;
using Mongoose.Testbed.Verbs;

namespace Mongoose.Testbed.Commands;

/// <summary>The verb "run": runs scenarios, prints their figures and checks their bands.</summary>
internal sealed class RunCommand
{
    private const string Description = """
        Run scenarios. Exit code 1 if a figure is outside its band.

        Examples:
          mongoose-testbed run circuit-against-reno                       simulate a scenario
          mongoose-testbed run circuit-alone --clock real --out results   run it on real packets
          mongoose-testbed run gateway --report gateway.html              simulate the effect of a home gateway's queue on a game
        """;

    private readonly Argument<string[]> _scenarios =
        SeveralArguments.Create("scenario", "run", "Built-in scenarios or folders of them (see list), files or directories");

    private readonly ClockOption _clock = new();
    private readonly Option<int> _seeds =
        RangedOption.Integer("--seeds", "Number of runs of each scenario; 0: as the scenario specifies", 0, 0, 1000);
    private readonly JobsOption _jobs = new();
    private readonly OutputOptions _outputs = new("the results")
    {
        Directory = PathOption.Directory("--out", "Save one result file per scenario in a directory, for use with report"),
    };

    public Command Create()
    {
        Command command = new("run", Description)
        {
            _scenarios, _clock, _seeds, _jobs.Option, _outputs.Json, _outputs.Csv, _outputs.Report, _outputs.Directory,
        };
        command.SetAction(Run);
        return command;
    }

    private int Run(ParseResult parsed) => new RunVerb(_outputs.Read(parsed))
    {
        Files = () => parsed.GetValue(_scenarios)!.SelectMany(ScenarioCatalogue.BuiltIn.Find).Distinct()
            .Select(path => new ScenarioFile(path)),
        Clock = _clock.Read(parsed),
        Seeds = parsed.GetValue(_seeds),
        Jobs = _jobs.Read(parsed),
    }.Run();
}
