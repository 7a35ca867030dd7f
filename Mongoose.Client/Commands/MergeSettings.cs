using Mongoose.Runtime.CommandLine;
using Mongoose.Runtime.Output;

namespace Mongoose.Client.Commands;

/// <summary>What to merge, and where the sum goes.</summary>
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
        (string Option, string File)[] outputs =
        [
            .. Json is null or JsonFile.StandardOutput ? [] : (ReadOnlySpan<(string, string)>)[("--json", Json)],
            .. Report is null ? [] : (ReadOnlySpan<(string, string)>)[("--report", Report)],
        ];
        foreach ((string option, string file) in outputs.Where(output => Files.Any(part => IsSame(part, output.File))))
            yield return $"{option} {file}: the file is one of those to merge, and would be replaced";
        if (outputs.Length == 2 && IsSame(outputs[0].File, outputs[1].File))
            yield return $"--json and --report are both {Report}";
    }

    private static bool IsSame(string a, string b) => a.Length > 0 && b.Length > 0 && Path.GetFullPath(a) == Path.GetFullPath(b);
}
