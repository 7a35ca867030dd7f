using System.CommandLine;
using Mongoose.Testbed.Verbs;

namespace Mongoose.Testbed.Commands;

/// <summary>The verb "merge": joins the rows of a matrix whose shards ran on several machines, and checks its bands.</summary>
internal sealed class MergeCommand
{
    private const string Description = """
        Join the shards of a matrix. Exit code 1 if runs are missing, or a figure is outside its band.

        Examples:
          mongoose-testbed merge paper-matrix/fairness fairness.sim.*-of-3.csv --csv fairness.csv
        """;

    private readonly Argument<string> _scenario =
        new("scenario") { Description = "The scenario with the matrix: the name of a built-in scenario (see list), or a file" };
    private readonly Argument<string[]> _parts =
        SeveralArguments.Create("parts", "merge", "The CSV files of the shards, which are only read");

    private readonly Option<string> _csv = new("--csv")
    {
        Description = "The CSV file for the rows of all runs; if it exists, its rows are kept",
        HelpName = PathOption.FileName,
        Required = true,
    };

    private readonly ClockOption _clock = new();
    private readonly OutputOptions _outputs = new("figures and bands");

    public Command Create()
    {
        Command command = new("merge", Description)
        {
            _scenario, _parts, _csv, _clock, _outputs.Json, _outputs.Report,
        };
        command.SetAction(Run);
        return command;
    }

    private int Run(ParseResult parsed) =>
        Failure.Guard(new MergeVerb(_outputs.Read(parsed), parsed.GetValue(_scenario)!, parsed.GetValue(_parts)!, parsed.GetValue(_csv)!,
            _clock.Read(parsed)).Run);
}
