using Mongoose.Client.Merging;
using Mongoose.Runtime.CommandLine;
using Mongoose.Runtime.Output;

namespace Mongoose.Client.Commands;

/// <summary>The files to merge, and the outputs of the sum.</summary>
/// <param name="Files">The files of the parts.</param>
/// <param name="Thresholds">Conditions under which the run fails.</param>
/// <param name="Json">A file, "-" for standard output, or null for none.</param>
/// <param name="CsvDirectory">A directory, or null for none.</param>
/// <param name="Report">A file for the report, or null for none.</param>
/// <param name="IsQuiet">Whether to print problems only.</param>
internal sealed record MergeSettings(
    IReadOnlyList<string> Files, IReadOnlyList<Threshold> Thresholds, string? Json, string? CsvDirectory, string? Report, bool IsQuiet)
{
    /// <summary>Why these settings cannot be used, a line each.</summary>
    public IEnumerable<string> Problems() =>
    [
        .. Files.Count == 0 ? ["merge: name the files of the parts, such as part-*.json"] : (string[])[],
        .. Files.Where(file => file.StartsWith('-'))
            .Select(option => $"merge: there is no option {option} (a file of this name is ./{option})"),
        .. Files.Contains("") ? ["merge: \"\": the path is empty"] : (string[])[],
        .. Files.GroupBy(OutputClashes.FileOf).Where(file => file.Key is not null && file.Count() > 1)
            .Select(file => NamedTwice([.. file.Distinct()])),
        .. Report == OutputFile.StandardOutput
            ? ["--report -: only --json can go to standard output (a file of this name is ./-)"]
            : (string[])[],
        .. OutputClashes.Of(Outputs(), Files),
    ];

    private static string NamedTwice(string[] names) =>
        names.Length == 1 ? $"{names[0]} is named twice" : $"{string.Join(" and ", names)} are the same file";

    private (string Option, string Path)[] Outputs() =>
    [
        .. Json is null or OutputFile.StandardOutput ? [] : (ReadOnlySpan<(string, string)>)[("--json", Json)],
        .. Report is null ? [] : (ReadOnlySpan<(string, string)>)[("--report", Report)],
        .. CsvDirectory is null ? [] : MergedCsv.FilesIn(CsvDirectory).Prepend(CsvDirectory).Select(path => ("--csv", path)),
    ];
}
