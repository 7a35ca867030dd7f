using Mongoose.Testbed.Reports;
using Mongoose.Testbed.Results;

namespace Mongoose.Testbed.Verbs;

/// <summary>Where the results of scenarios go.</summary>
/// <param name="Json">A file, "-" for standard output, or null.</param>
/// <param name="CsvDirectory">A directory, or null.</param>
/// <param name="Report">The HTML file, or null.</param>
/// <param name="ResultDirectory">A directory for one JSON file each, or null.</param>
internal sealed record ScenarioOutputs(string? Json, string? CsvDirectory, string? Report, string? ResultDirectory)
{
    /// <summary>Whether standard output belongs to the JSON, so that everything for people goes to standard error.</summary>
    public bool StandardOutputIsJson => Json == JsonFile.StandardOutput;

    /// <summary>Finds out before the runs what could not be written after them.</summary>
    /// <exception cref="OutputException">A path cannot be written.</exception>
    public void Check()
    {
        foreach (string directory in new[] { CsvDirectory, ResultDirectory }.OfType<string>())
            OutputFile.CreateDirectory(directory);
        foreach (string file in new[] { StandardOutputIsJson ? null : Json, Report }.OfType<string>())
            OutputFile.CheckWritable(file);
    }

    /// <summary>One scenario is done: keeps its result at once, so that a later stop cannot take it.</summary>
    /// <exception cref="OutputException">The file cannot be written.</exception>
    public void Keep(TestbedResult result)
    {
        if (ResultDirectory is { } directory)
            TestbedJson.Write(result, Path.Combine(directory, $"{result.Scenario.Name}.{result.Scenario.Clock}.json"), TextWriter.Null);
    }

    /// <exception cref="OutputException">A path cannot be written.</exception>
    public void Write(IReadOnlyList<TestbedResult> results)
    {
        if (Json is not null)
            JsonFile.Write(results.Count == 1 ? TestbedJson.Serialise(results[0]) : TestbedJson.Serialise(results), Json, Console.Out);
        if (CsvDirectory is not null)
            TestbedCsv.Write(results, CsvDirectory);
        if (Report is not null)
            OutputFile.Write(Report, TestbedReport.Write(results));
    }
}
