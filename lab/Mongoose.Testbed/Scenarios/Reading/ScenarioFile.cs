using System.Text.Json;
using System.Text.Json.Nodes;
using Mongoose.Runtime.Settings;

namespace Mongoose.Testbed.Scenarios.Reading;

/// <summary>The text of a scenario file, in which values can be replaced before it is read.</summary>
internal sealed class ScenarioFile
{
    private readonly string _path;
    private readonly string _text;

    /// <exception cref="ScenarioException">The file cannot be read.</exception>
    public ScenarioFile(string path)
    {
        _path = path;
        try
        {
            _text = File.ReadAllText(path);
        }
        catch (Exception e) when (PathFault.Is(e))
        {
            throw new ScenarioException(path, [new SettingProblem("$", null, e.Message)]);
        }
    }

    private ScenarioFile(string path, string text) => (_path, _text) = (path, text);

    /// <exception cref="ScenarioException">The file is not a valid scenario.</exception>
    public Scenario Read() => ScenarioReader.Read(_text, _path);

    /// <summary>Reads the scenario with different values at some paths.</summary>
    /// <exception cref="ScenarioException">A path does not exist, or the result is not a valid scenario.</exception>
    public Scenario Read(IEnumerable<(string Place, JsonNode? Value)> changes) => With(changes).Read();

    /// <summary>
    /// The scenarios that the verb "run" runs: every cell of a matrix with <see cref="MatrixSpec.InRun"/>, else the unchanged scenario.
    /// </summary>
    /// <exception cref="ScenarioException">The file or a cell is not a valid scenario.</exception>
    public IEnumerable<Scenario> ReadRuns()
    {
        Scenario scenario = Read();
        return scenario.Matrix is { InRun: true } matrix
            ? matrix.Cells.Select(cell => Read(matrix.ChangesOf(cell)) with { Cell = matrix.NameOf(cell) })
            : [scenario];
    }

    /// <summary>A copy of the file with different values at some paths; the file on disk is not modified.</summary>
    /// <param name="changes">Paths such as <c>links.access.down.rateKbps</c> or <c>flows[0].count</c>, and JSON values.</param>
    /// <exception cref="ScenarioException">A path does not exist.</exception>
    public ScenarioFile With(IEnumerable<(string Place, JsonNode? Value)> changes)
    {
        if (Parsed() is not { } root)
            return this; // Reading reports the error.
        foreach ((string place, JsonNode? value) in changes)
            Replace(root, place, value);
        return new ScenarioFile(_path, root.ToJsonString(new JsonSerializerOptions { WriteIndented = true }));
    }

    private JsonNode? Parsed()
    {
        try
        {
            return JsonNode.Parse(_text, documentOptions: LenientJson.Options);
        }
        catch (JsonException)
        {
            return null;
        }
    }

    private void Replace(JsonNode root, string place, JsonNode? value)
    {
        string[] steps = place.Replace("[", ".[", StringComparison.Ordinal).Split('.', StringSplitOptions.RemoveEmptyEntries);
        if (steps.Length == 0)
            throw NotThere(place);
        JsonNode? parent = root;
        foreach (string step in steps[..^1])
            parent = Child(parent, step) ?? throw NotThere(place);
        switch (parent, IndexOf(steps[^1]))
        {
            case (JsonArray array, { } index) when index < array.Count:
                array[index] = value?.DeepClone();
                break;
            case (JsonObject section, null):
                section[steps[^1]] = value?.DeepClone();
                break;
            default:
                throw NotThere(place);
        }
    }

    private static JsonNode? Child(JsonNode? parent, string step) => (parent, IndexOf(step)) switch
    {
        (JsonArray array, { } index) when index < array.Count => array[index],
        (JsonObject section, null) => section[step],
        _ => null,
    };

    private static int? IndexOf(string step) =>
        step.StartsWith('[') && step.EndsWith(']') && int.TryParse(step.AsSpan(1, step.Length - 2), out int index) && index >= 0
            ? index
            : null;

    private ScenarioException NotThere(string place) =>
        new(_path, [new SettingProblem("$." + place, null, "the scenario has no such path, so no value can be set there")]);
}
