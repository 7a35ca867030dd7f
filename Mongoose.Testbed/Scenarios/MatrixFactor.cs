using System.Text.Json.Nodes;

namespace Mongoose.Testbed.Scenarios;

/// <summary>One thing that varies in a matrix of experiments.</summary>
/// <param name="Name">Of its column, with its unit.</param>
/// <param name="Places">Where in the scenario each level is put, such as <c>flows[0].count</c>.</param>
/// <param name="Levels">JSON values. At several places the level is the same, unless it is a list, which has one value for each.</param>
/// <param name="Labels">What the column calls each level; empty: the values themselves.</param>
public sealed record MatrixFactor(string Name, IReadOnlyList<string> Places, IReadOnlyList<JsonNode> Levels, IReadOnlyList<string> Labels)
{
    /// <summary>The level as its column has it.</summary>
    public string TextOf(JsonNode level) => Labels.Count > 0 ? Labels[Levels.ToList().IndexOf(level)] : level switch
    {
        JsonArray list => string.Join(' ', list.Select(item => item?.ToString())),
        _ => level.ToString(),
    };

    /// <summary>What a level changes in the scenario.</summary>
    public IEnumerable<(string Place, JsonNode? Value)> ChangesOf(JsonNode level) => level is JsonArray list && list.Count == Places.Count && Places.Count > 1
        ? Places.Zip(list, (place, value) => (place, value))
        : Places.Select(place => (place, (JsonNode?)level));
}
