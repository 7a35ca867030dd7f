using System.Security.Cryptography;
using System.Text.Json;
using System.Text.Json.Nodes;
using Mongoose.Testbed.Results;
using Mongoose.Testbed.Scenarios.Json;

namespace Mongoose.Testbed.Scenarios;

/// <summary>A scenario file as it stands, in which values can be replaced before it is read.</summary>
public sealed class ScenarioFile
{
    /// <summary>What may change without changing a run.</summary>
    private static readonly string[] BesideTheRuns = ["about", "bands", "clocks", "figures", "matrix", "realRuns", "seed", "seeds", "title"];

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
            throw new ScenarioException(path, [new JsonProblem("$", null, e.Message)]);
        }
    }

    /// <exception cref="ScenarioException">It is not a valid scenario.</exception>
    public Scenario Read() => ScenarioReader.Read(_text, _path);

    /// <summary>The scenario with other values at some places.</summary>
    /// <param name="changes">Places such as <c>links.access.down.rateKbps</c> or <c>flows[0].count</c>, and JSON values.</param>
    /// <exception cref="ScenarioException">A place is not there, or the result is not a valid scenario.</exception>
    public Scenario Read(IEnumerable<(string Place, JsonNode? Value)> changes)
    {
        return Changed(changes) is { } root
            ? ScenarioReader.Read(root.ToJsonString(new JsonSerializerOptions { WriteIndented = true }), _path)
            : Read(); // It says what is wrong.
    }

    /// <summary>
    /// Eight hexadecimal digits that change with what is run, and not with comments, layout, texts, bands, figures, or how many runs there are.
    /// Files that the scenario names count by their names.
    /// </summary>
    /// <param name="changes">As for <see cref="Read(IEnumerable{ValueTuple{string, JsonNode}})"/>.</param>
    /// <exception cref="ScenarioException">A place is not there, or the file is no JSON object.</exception>
    public string Version(IEnumerable<(string Place, JsonNode? Value)> changes)
    {
        if (Changed(changes) is not JsonObject root)
            throw new ScenarioException(_path, [new JsonProblem("$", null, "an object is allowed here")]);
        foreach (string key in BesideTheRuns)
            root.Remove(key);
        return Convert.ToHexString(SHA256.HashData(JsonSerializer.SerializeToUtf8Bytes(root)))[..8].ToLowerInvariant();
    }

    /// <summary>Null when it is not JSON.</summary>
    private JsonNode? Changed(IEnumerable<(string Place, JsonNode? Value)> changes)
    {
        JsonNode root;
        try
        {
            if (JsonNode.Parse(_text, documentOptions: LenientJson.Options) is not { } parsed)
                return null;
            root = parsed;
        }
        catch (JsonException)
        {
            return null;
        }
        foreach ((string place, JsonNode? value) in changes)
            Replace(root, place, value);
        return root;
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

    private ScenarioException NotThere(string place) => new(_path, [new JsonProblem("$." + place, null, "there is no such place to set a value")]);
}
