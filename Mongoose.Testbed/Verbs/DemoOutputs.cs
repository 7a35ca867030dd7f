using Mongoose.Testbed.Reports;
using Mongoose.Testbed.Results;

namespace Mongoose.Testbed.Verbs;

/// <summary>Where a demo writes what it has measured.</summary>
/// <param name="Json">A file, "-" for standard output, or null for none.</param>
/// <param name="CsvDirectory">A directory, or null for none.</param>
/// <param name="Report">The HTML file.</param>
internal sealed record DemoOutputs(string? Json, string? CsvDirectory, string Report)
{
    /// <summary>Whether standard output belongs to the JSON, so that everything for people goes to standard error.</summary>
    public bool StandardOutputIsJson => Json == JsonFile.StandardOutput;

    /// <summary>Finds out before the run what could not be written after it.</summary>
    /// <exception cref="OutputException">A path cannot be written.</exception>
    public void Check()
    {
        if (CsvDirectory is not null)
            ResultCsv.CheckWritable(CsvDirectory);
        if (Json is not null && !StandardOutputIsJson)
            OutputFile.CheckWritable(Json);
        OutputFile.CheckWritable(Report);
    }

    /// <exception cref="OutputException">A path cannot be written.</exception>
    public void Write(DemoResult result)
    {
        if (Json is not null)
            ResultJson.Write(result, Json, Console.Out);
        if (CsvDirectory is not null)
            ResultCsv.Write(result, CsvDirectory);
        OutputFile.Write(Report, HtmlReport.Write(result));
    }
}
