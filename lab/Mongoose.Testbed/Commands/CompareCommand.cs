using System.CommandLine;
using Mongoose.Testbed.Results;
using Mongoose.Testbed.Results.Matrix;
using Mongoose.Testbed.Verbs;

namespace Mongoose.Testbed.Commands;

/// <summary>The verb "compare": the levels of one factor of a matrix side by side.</summary>
internal sealed class CompareCommand
{
    private readonly Argument<string> _file = new("file") { Description = "CSV file written by matrix" };
    private readonly Option<string> _by =
        new("--by") { Description = "Factor whose levels are compared", HelpName = "factor", DefaultValueFactory = _ => "server" };

    private readonly Option<string[]> _stats = new("--stats")
    {
        Description = "Stats to show, in the given order",
        HelpName = "stat",
        AllowMultipleArgumentsPerToken = true,
        Required = true,
    };

    private readonly Option<string[]> _expect = new("--expect")
    {
        Description = "Condition that the last level must meet in each cell: \"STAT <= 200\", \"STAT <= LEVEL + 60\", "
            + "\"STAT >= 0.95 * LEVEL\"",
        HelpName = "rule",
        AllowMultipleArgumentsPerToken = true,
        DefaultValueFactory = _ => [],
    };

    public Command Create()
    {
        Command command = new("compare", "Show the levels of one matrix factor side by side. Exit code 1 if an expectation fails.")
        {
            _file, _by, _stats, _expect,
        };
        command.SetAction(Run);
        return command;
    }

    private int Run(ParseResult parsed)
    {
        try
        {
            MatrixTable table = MatrixFile.Read(parsed.GetValue(_file)!);
            LevelComparison comparison = new(table, parsed.GetValue(_by)!);
            string[] stats = parsed.GetValue(_stats)!;
            Expectation[] expectations = parsed.GetValue(_expect)!.Select(text => Expectation.Parse(text, comparison.Levels)).ToArray();
            if (stats.Concat(expectations.Select(expected => expected.Stat)).Except(table.Stats).ToArray() is [string unknown, ..])
                return Failure.Report($"{parsed.GetValue(_file)} has no stat {unknown}", ExitCode.Usage);
            TextWriter output = parsed.InvocationConfiguration.Output;
            return new ComparisonText(comparison, stats, expectations).Write(output) == 0 ? ExitCode.Good : ExitCode.Runtime;
        }
        catch (Exception e) when (e is ResultFormatException or ArgumentException)
        {
            return Failure.Report(e.Message.Split(" (Parameter")[0], ExitCode.Usage);
        }
    }
}
