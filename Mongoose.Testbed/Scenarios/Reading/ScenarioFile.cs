using System.Text.Json;
using System.Text.Json.Nodes;
using Mongoose.Runtime.Settings;
using Mongoose.Testbed.Results;

namespace Mongoose.Testbed.Scenarios.Reading;

/// <summary>A scenario file as it stands, in which values can be replaced before it is read.</summary>
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
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new ScenarioException(path, [new SettingProblem("$", null, e.Message)]);
        }
    }

    private ScenarioFile(string path, string text) => (_path, _text) = (path, text);

    /// <exception cref="ScenarioException">It is not a valid scenario.</exception>
    public Scenario Read() => ScenarioReader.Read(_text, _path);

    /// <summary>The scenario with other values at some places.</summary>
    /// <exception cref="ScenarioException">A place is not there, or the result is not a valid scenario.</exception>
    public Scenario Read(IEnumerable<(string Place, JsonNode? Value)> changes) => With(changes).Read();

    /// <summary>What a plain run runs: every cell of a matrix that asks for it, else the scenario as it stands.</summary>
    /// <exception cref="ScenarioException">It is not a valid scenario, or a cell is none.</exception>
    public IEnumerable<Scenario> ReadRuns()
    {
        Scenario scenario = Read();
        return scenario.Matrix is { InRun: true } matrix
            ? matrix.Cells.Select(cell => Read(matrix.ChangesOf(cell)) with { Cell = matrix.NameOf(cell) })
            : [scenario];
    }

    /// <summary>The file with other values at some places; the file on disk stays as it is.</summary>
    /// <param name="changes">Places such as <c>links.access.down.rateKbps</c> or <c>flows[0].count</c>, and JSON values.</param>
    /// <exception cref="ScenarioException">A place is not there.</exception>
    public ScenarioFile With(IEnumerable<(string Place, JsonNode? Value)> changes)
    {
        if (Parsed() is not { } root)
            return this; // Reading says what is wrong.
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
        step.StartsWith('[') && step.EndsWith(']') && int.TryParse(step.AsSpan(1, step.Length - 2), out int index) && index >= 0 ? index : null;

    private ScenarioException NotThere(string place) => new(_path, [new SettingProblem("$." + place, null, "there is no such place to set a value")]);
}
