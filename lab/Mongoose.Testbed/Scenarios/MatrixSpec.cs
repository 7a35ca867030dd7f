using System.Security.Cryptography;
using System.Text.Json;
using System.Text.Json.Nodes;
using Mongoose.Runtime.Settings;
using Mongoose.Testbed.Results.Figures;
using Mongoose.Testbed.Results.Matrix;

namespace Mongoose.Testbed.Scenarios;

/// <summary>Factors with their levels; every combination runs with every seed.</summary>
internal sealed record MatrixSpec(IReadOnlyList<MatrixFactor> Factors, IReadOnlyList<MatrixFigure> Figures)
{
    /// <summary>Whether the verb "run" runs every cell, each with its own result, instead of the unchanged scenario.</summary>
    public bool InRun { get; init; }

    /// <summary>
    /// The columns that identify a row: the factors, the seed, and the cell's <see cref="RunVersion"/>, so that rows of an earlier version
    /// of the scenario are not taken for current ones.
    /// </summary>
    public string[] Columns(ClockKind clock) =>
        [.. Factors.Select(factor => factor.Name), clock == ClockKind.Sim ? RunColumns.Seed : RunColumns.RealSeed, RunColumns.Version];

    /// <summary>Every combination of levels; the last factor's level changes fastest.</summary>
    public IEnumerable<IReadOnlyList<JsonNode>> Cells => Factors.Aggregate(
        (IEnumerable<IReadOnlyList<JsonNode>>)[[]],
        (cells, factor) => cells.SelectMany(cell => factor.Levels.Select(level => (IReadOnlyList<JsonNode>)[.. cell, level])));

    /// <summary>The name of a cell: its levels.</summary>
    public string NameOf(IReadOnlyList<JsonNode> cell) => string.Join(", ", Factors.Zip(cell, (factor, level) => factor.TextOf(level)));

    /// <summary>The changes of a cell to the scenario.</summary>
    public IEnumerable<(string Place, JsonNode? Value)> ChangesOf(IReadOnlyList<JsonNode> cell) =>
        Factors.Zip(cell).SelectMany(pair => pair.First.ChangesOf(pair.Second));
}

/// <summary>A factor of a matrix of experiments.</summary>
/// <param name="Name">The name of its column, with the unit.</param>
/// <param name="Places">The paths of the values in the scenario that each level replaces, such as <c>flows[0].count</c>.</param>
/// <param name="Levels">
/// JSON values. With several paths, all get the same level, unless the level is a list with one value for each.
/// </param>
/// <param name="Labels">The name of each level in the column; empty: the values themselves.</param>
internal sealed record MatrixFactor(string Name, IReadOnlyList<string> Places, IReadOnlyList<JsonNode> Levels, IReadOnlyList<string> Labels)
{
    /// <summary>The level's text in its column.</summary>
    public string TextOf(JsonNode level) => Labels.Count > 0 ? Labels[Levels.ToList().IndexOf(level)] : level switch
    {
        JsonArray list => string.Join(' ', list.Select(item => item?.ToString())),
        _ => level.ToString(),
    };

    /// <summary>The changes of a level to the scenario.</summary>
    public IEnumerable<(string Place, JsonNode? Value)> ChangesOf(JsonNode level) => level is JsonArray list && list.Count == Places.Count
        && Places.Count > 1
        ? Places.Zip(list, (place, value) => (place, value))
        : Places.Select(place => (place, (JsonNode?)level));
}

/// <summary>A figure of a stat over the factors of a matrix.</summary>
/// <param name="Spec">The figure; its series come from the matrix.</param>
/// <param name="Stat">The stat to draw.</param>
/// <param name="X">The factor along the first axis.</param>
/// <param name="Y">The factor along the second axis of a contour; null for lines.</param>
/// <param name="By">The factor that has one line per level; null for a single line.</param>
internal sealed record MatrixFigure(FigureSpec Spec, string Stat, string X, string? Y, string? By);

/// <summary>Identifies scenarios whose runs are the same.</summary>
internal static class RunVersion
{
    /// <summary>Keys that do not affect a run.</summary>
    private static readonly string[] IgnoredKeys =
        ["$schema", "about", "bands", "clocks", "figures", "matrix", "pair", "realRuns", "seed", "seeds", "title"];

    /// <summary>
    /// Eight hexadecimal digits that depend on the run, but not on comments, layout, descriptions, bands, figures, or the number of
    /// runs. Files that the scenario refers to count by name only.
    /// </summary>
    public static string Of(Scenario scenario)
    {
        JsonObject root = JsonNode.Parse(scenario.Json, documentOptions: LenientJson.Options)!.AsObject();
        foreach (string key in IgnoredKeys)
            root.Remove(key);
        return Convert.ToHexString(SHA256.HashData(JsonSerializer.SerializeToUtf8Bytes(root)))[..8].ToLowerInvariant();
    }
}
