using Mongoose.Testbed.Results;

namespace Mongoose.Testbed.Reports;

/// <summary>The results in a folder and its subfolders.</summary>
/// <param name="Results">The results, sorted by path.</param>
/// <param name="Problems">One line per JSON file that is not a result of this schema.</param>
internal sealed record ReportFolder(TestbedResult[] Results, string[] Problems)
{
    /// <exception cref="ResultFormatException">
    /// The folder cannot be read, or has no result; then the message lists all problems, one per line.
    /// </exception>
    public static ReportFolder Read(string directory)
    {
        List<TestbedResult> results = [];
        List<string> problems = [];
        foreach (string path in Files(directory))
        {
            try
            {
                results.Add(TestbedJson.Read(path));
            }
            catch (ResultFormatException e)
            {
                problems.Add(e.Message);
            }
        }
        return results.Count > 0
            ? new ReportFolder([.. results], [.. problems])
            : throw new ResultFormatException(directory,
                string.Join('\n', [$"has no result of schema {TestbedResult.SchemaName} (*.json)", .. problems]));
    }

    private static string[] Files(string directory)
    {
        try
        {
            return [.. Directory.GetFiles(directory, "*.json", SearchOption.AllDirectories).Order(StringComparer.Ordinal)];
        }
        catch (Exception e) when (PathFault.Is(e))
        {
            throw new ResultFormatException(directory, e is DirectoryNotFoundException ? "no such directory" : e.Message, e);
        }
    }
}
