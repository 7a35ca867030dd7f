using Mongoose.Testbed.Reports;
using Mongoose.Testbed.Results;

namespace Mongoose.Testbed.Verbs;

/// <summary>The outputs for the results of scenarios.</summary>
/// <param name="Json">A file, "-" for standard output, or null.</param>
/// <param name="CsvDirectory">A directory, or null.</param>
/// <param name="Report">The HTML file, or null.</param>
/// <param name="ResultDirectory">A directory for a JSON file per result, or null.</param>
/// <param name="IsAlwaysList">Whether the JSON is a list even if there is only one result.</param>
internal sealed record ScenarioOutputs(string? Json, string? CsvDirectory, string? Report, string? ResultDirectory,
    bool IsAlwaysList = false)
{
    /// <summary>Whether JSON is written to standard output, so that all other output goes to standard error.</summary>
    public bool StandardOutputIsJson => Json == OutputFile.StandardOutput;

    /// <summary>Where text for people goes.</summary>
    public TextWriter Text => StandardOutputIsJson ? Console.Error : Console.Out;

    /// <summary>Checks before the runs that every output can be written.</summary>
    /// <exception cref="OutputException">A path cannot be written.</exception>
    public void Check()
    {
        foreach (string directory in new[] { CsvDirectory, ResultDirectory }.OfType<string>())
            OutputFile.CreateDirectory(directory);
        OutputFile.CheckOutput(Json);
        IEnumerable<string> tables = CsvDirectory is { } csv ? TestbedCsv.Files.Select(file => Path.Combine(csv, file)) : [];
        foreach (string file in new[] { Report }.OfType<string>().Concat(tables))
            OutputFile.CheckWritable(file);
    }

    /// <summary>Saves the result of one scenario as soon as it is complete, so that a later failure cannot lose it.</summary>
    /// <exception cref="OutputException">The file cannot be written.</exception>
    public void Save(TestbedResult result)
    {
        if (ResultDirectory is { } directory)
            TestbedJson.Write(result, Path.Combine(directory, FileNameOf(result.Scenario)), TextWriter.Null);
    }

    private static string FileNameOf(ScenarioInfo scenario)
    {
        string cell = scenario.Cell is { } name
            ? "." + string.Concat(name.Select(letter => char.IsLetterOrDigit(letter) || letter == '.' ? letter : '-'))
            : "";
        return $"{scenario.Name}{cell}.{scenario.Clock}.json";
    }

    /// <exception cref="OutputException">A path cannot be written.</exception>
    public void Write(IReadOnlyList<TestbedResult> results)
    {
        if (Json is not null)
            OutputFile.Write(Json, results.Count == 1 && !IsAlwaysList ? TestbedJson.Serialise(results[0]) : TestbedJson.Serialise(results),
                Console.Out);
        if (CsvDirectory is not null)
            TestbedCsv.Write(results, CsvDirectory);
        if (Report is not null)
            OutputFile.Write(Report, TestbedReport.Write(results));
    }
}
