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
    public IEnumerable<string> Problems()
    {
        if (Files.Count == 0)
            yield return "merge: name the files of the parts, such as part-*.json";
        foreach (string option in Files.Where(file => file.StartsWith('-')))
            yield return $"merge: there is no option {option} (a file of this name is ./{option})";
        if (Files.Contains(""))
            yield return "merge: \"\": the path is empty";
        foreach (string twice in NamedTwice())
            yield return twice;
        if (Report == JsonFile.StandardOutput)
            yield return "--report -: only --json can go to standard output (a file of this name is ./-)";
        foreach (string clash in OutputClashes.Of(Outputs(), Files))
            yield return clash;
    }

    private IEnumerable<string> NamedTwice()
    {
        IEnumerable<IGrouping<string?, string>> files = Files.GroupBy(OutputClashes.FileOf).Where(file => file.Key is not null);
        foreach (IGrouping<string?, string> file in files.Where(file => file.Count() > 1))
        {
            string[] names = file.Distinct().ToArray();
            yield return names.Length == 1 ? $"{names[0]} is named twice" : $"{string.Join(" and ", names)} are the same file";
        }
    }

    private (string Option, string Path)[] Outputs() =>
    [
        .. Json is null or JsonFile.StandardOutput ? [] : (ReadOnlySpan<(string, string)>)[("--json", Json)],
        .. Report is null ? [] : (ReadOnlySpan<(string, string)>)[("--report", Report)],
        .. CsvDirectory is null ? [] : MergedCsv.FilesIn(CsvDirectory).Prepend(CsvDirectory).Select(path => ("--csv", path)),
    ];
}
