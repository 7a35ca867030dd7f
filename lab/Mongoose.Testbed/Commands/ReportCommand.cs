using System.CommandLine;
using Mongoose.Testbed.Reports;
using Mongoose.Testbed.Verbs;

namespace Mongoose.Testbed.Commands;

/// <summary>The verb "report": draws the results in a folder on one page.</summary>
internal sealed class ReportCommand
{
    private const string PageName = "report.html";

    private readonly Argument<string> _directory =
        new("dir") { Description = "The directory that run --out wrote to; subdirectories are included" };

    private readonly Option<string?> _report =
        PathOption.File("--report", $"The HTML file to write (default: {PageName} in that directory)");

    public Command Create()
    {
        Command command = new("report", "Draw the results in a directory. Exit code 1 if a file there cannot be read as a result.")
        {
            _directory, _report,
        };
        command.SetAction(Run);
        return command;
    }

    private int Run(ParseResult parsed)
    {
        string directory = parsed.GetValue(_directory)!;
        string page = parsed.GetValue(_report) ?? Path.Combine(directory, PageName);
        return Failure.Guard(() =>
        {
            ReportFolder folder = ReportFolder.Read(directory);
            OutputFile.Write(page, TestbedReport.Write(folder.Results));
            TextWriter output = parsed.InvocationConfiguration.Output;
            output.WriteLine($"{folder.Results.Length} {(folder.Results.Length == 1 ? "result" : "results")}: {Path.GetFullPath(page)}");
            return folder.Problems.Length == 0
                ? ExitCode.Good
                : Failure.Report(folder.Problems.Select(problem => $"skipped: {problem}"), ExitCode.Runtime);
        });
    }
}
