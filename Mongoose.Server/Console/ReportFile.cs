using Mongoose.Core.Status.Page;
using Mongoose.Server.Regions;
using Mongoose.Server.Status;

namespace Mongoose.Server.Console;

/// <summary>"mongoose report": writes one file for a bug report.</summary>
internal static class ReportFile
{
    public const string Details =
        "Writes a JSON file into the simulator's folder: versions, settings, the last ten minutes of all figures, and the last\n"
        + "incidents. It has no names of visitors unless 'names' is given, and never addresses or the password. It does have the\n"
        + "names of regions and of objects with scripts.";

    /// <summary>Settings that have addresses.</summary>
    private static readonly string[] Addresses = ["StatusAddress", "StatusAllow"];

    public static string Write(bool withNames)
    {
        if (StatusService.Source is not { } source || Decision.Settings is not { } settings)
            return Decision.NoRegion;
        string path = Path.GetFullPath($"mongoose-report-{DateTime.UtcNow:yyyyMMdd-HHmmss}.json");
        try
        {
            File.WriteAllBytes(path, source.Write(withNames, data => ReportJson.Write(data, settings.Describe().Select(WithoutAddress))));
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            return $"Could not write {path}: {exception.Message}";
        }
        return $"Wrote {path}, {(withNames ? "with" : "without")} names of visitors.";
    }

    private static (string Key, string Value) WithoutAddress((string Key, string Value) setting) =>
        Addresses.Contains(setting.Key) ? (setting.Key, "(left out)") : setting;
}
