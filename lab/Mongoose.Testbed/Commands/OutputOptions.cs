using System.CommandLine;
using Mongoose.Testbed.Verbs;

namespace Mongoose.Testbed.Commands;

/// <summary>The options for files with results. A verb adds those that it has; the others then have no value.</summary>
/// <param name="content">What the files contain.</param>
/// <param name="report">The option for the HTML report; null for a report only if it is requested.</param>
internal sealed class OutputOptions(string content, Option<string?>? report = null)
{
    public Option<string?> Json { get; } = PathOption.File("--json", $"Write {content} as JSON; - for standard output");

    public Option<string?> Csv { get; } = PathOption.Directory("--csv", $"Write {content} as CSV files to a directory");

    public Option<string?> Report { get; } = report ?? PathOption.File("--report", "Write an HTML report");

    public Option<string?> Directory { get; init; } =
        PathOption.Directory("--out", $"Save {content} in a directory, for use with report");

    /// <summary>An option for a report that is always written.</summary>
    /// <param name="file">The default name of the file.</param>
    public static Option<string?> AlwaysReport(string file, string description) => new("--report")
    {
        Description = description,
        HelpName = PathOption.FileName,
        DefaultValueFactory = _ => file,
    };

    public ScenarioOutputs Read(ParseResult parsed) =>
        new(parsed.GetValue(Json), parsed.GetValue(Csv), parsed.GetValue(Report), parsed.GetValue(Directory));
}
