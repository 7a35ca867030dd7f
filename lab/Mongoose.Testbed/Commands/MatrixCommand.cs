using System.CommandLine;
using System.CommandLine.Parsing;
using Mongoose.Testbed.Verbs;

namespace Mongoose.Testbed.Commands;

/// <summary>
/// The verb "matrix": runs every combination of a scenario's factors into one CSV file, simulated on all cores or one after the other on
/// the host's clock.
/// </summary>
internal sealed class MatrixCommand
{
    private const string Description = """
        Run every combination of a scenario's factors. Exit code 1 if a figure is outside its band.

        Examples:
          mongoose-testbed matrix paper-matrix/fairness --shard 0/3       run every third run of a matrix, on the first of three machines
        """;

    private readonly Argument<string> _scenario = new("scenario")
    {
        Description = "A scenario with a matrix: the name of a built-in scenario (see list), a file, or a folder of such scenarios",
    };

    private readonly Option<string?> _csv = PathOption.File("--csv",
        "The CSV file, with one row per run (default: SCENARIO.CLOCK.csv, or SCENARIO.CLOCK.I-of-N.csv for a shard); "
            + "for several scenarios a folder. An interrupted matrix resumes from this file");

    private readonly ClockOption _clock = new();
    private readonly JobsOption _jobs = new();
    private readonly ShardOption _shard = new();
    private readonly OutputOptions _outputs = new("figures and bands");

    public Command Create()
    {
        Command command = new("matrix", Description)
        {
            _scenario, _clock, _csv, _jobs.Option, _shard, _outputs.Json, _outputs.Report,
        };
        command.Validators.Add(RefuseOutputsOfShards);
        command.SetAction(Run);
        return command;
    }

    private void RefuseOutputsOfShards(CommandResult command)
    {
        foreach (Option<string?> output in (Option<string?>[])[_outputs.Json, _outputs.Report])
        {
            if (command.GetResult(_shard) is not null && command.GetResult(output) is not null)
                command.AddError($"{output.Name}: a shard has only some of the runs; give {output.Name} to merge");
        }
    }

    private int Run(ParseResult parsed) =>
        Failure.Guard(new MatrixVerb(_outputs.Read(parsed), parsed.GetValue(_scenario)!, parsed.GetValue(_csv), _clock.Read(parsed),
            _jobs.Read(parsed), parsed.GetValue(_shard)).Run);
}
