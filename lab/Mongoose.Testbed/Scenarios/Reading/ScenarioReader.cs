using System.Text.Json;
using Mongoose.Core.Settings;
using Mongoose.Runtime.Settings;

namespace Mongoose.Testbed.Scenarios.Reading;

/// <summary>Parses a scenario's JSON; reports all errors at once.</summary>
internal static class ScenarioReader
{
    /// <param name="json">The file's text; comments and trailing commas are allowed.</param>
    /// <param name="file">The file's name, for messages, for the scenario's name and for resolving relative paths.</param>
    /// <exception cref="ScenarioException">The text is not a valid scenario.</exception>
    public static Scenario Read(string json, string file)
    {
        List<SettingProblem> problems = [];
        using JsonDocument document = Parse(json, file);
        JsonSource source = new(document.RootElement, "$", Path.GetDirectoryName(Path.GetFullPath(file))!, problems);
        Scenario scenario = source.Read((Scenario)Setting.Initial(typeof(Scenario)));
        return problems.Count == 0
            ? scenario with { Name = Path.GetFileNameWithoutExtension(file), Json = json }
            : throw new ScenarioException(file, problems);
    }

    private static JsonDocument Parse(string json, string file)
    {
        try
        {
            return LenientJson.Parse(json);
        }
        catch (SettingsException exception)
        {
            throw new ScenarioException(file, exception.Problems);
        }
    }
}
