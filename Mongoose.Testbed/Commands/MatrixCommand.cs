using System.CommandLine;
using Mongoose.Testbed.Results;
using Mongoose.Testbed.Scenarios;
using Mongoose.Testbed.Scenarios.Matrix;

namespace Mongoose.Testbed.Commands;

/// <summary>The verb "matrix": every combination of a scenario's factors, simulated on all cores, into one CSV file.</summary>
internal sealed class MatrixCommand
{
    private readonly Argument<string> _scenario = new("scenario") { Description = "A scenario with a matrix: built-in (see list), or a file" };

    private readonly Option<string> _csv = new("--csv")
    {
        Description = "One row for each run; an interrupted matrix goes on from what is there",
        HelpName = "file",
        DefaultValueFactory = _ => "matrix.csv",
    };

    private readonly Option<int> _jobs = RangedOption.Whole("--jobs", "Runs at the same time; 0 for all cores", 0, 0, 256);
    private readonly Option<string?> _json = new("--json") { Description = "Write figures and bands as JSON; - is standard output", HelpName = "file" };
    private readonly Option<string?> _report = new("--report") { Description = "Write an HTML report", HelpName = "file" };

    public Command Create()
    {
        Command command = new("matrix", "Runs every combination of a scenario's factors. Exit code 1 when a figure is outside its band.");
        command.Arguments.Add(_scenario);
        foreach (Option option in (Option[])[_csv, _jobs, _json, _report])
            command.Options.Add(option);
        command.SetAction(Run);
        return command;
    }

    private int Run(ParseResult parsed)
    {
        ScenarioOutputs outputs = new(parsed.GetValue(_json), CsvDirectory: null, parsed.GetValue(_report), ResultDirectory: null);
        int jobs = parsed.GetValue(_jobs) is > 0 and { } given ? given : Environment.ProcessorCount;
        try
        {
            return new MatrixSession(parsed.GetValue(_scenario)!, parsed.GetValue(_csv)!, outputs, jobs).Run();
        }
        catch (Exception e) when (e is ScenarioException or FileNotFoundException or OutputException or ResultFormatException)
        {
            return Failure.Tell(e, ExitCode.Usage);
        }
    }
}
