using System.Security.Cryptography;
using System.Text.Json;
using System.Text.Json.Nodes;
using Mongoose.Testbed.Results;
using Mongoose.Testbed.Results.Figures;

namespace Mongoose.Testbed.Scenarios;

/// <summary>Factors and their levels, of which every combination is run, with every seed.</summary>
internal sealed record MatrixSpec(IReadOnlyList<MatrixFactor> Factors, IReadOnlyList<MatrixFigure> Figures)
{
    private const string VersionColumn = "version";

    /// <summary>Whether a plain run of the scenario runs every cell, each with a result of its own, and not the scenario as it stands.</summary>
    public bool InRun { get; init; }

    /// <summary>The name of the column that has the seed; the two clocks have different ones, so that their rows never mix.</summary>
    private static string SeedColumn(ClockKind clock) => clock == ClockKind.Sim ? "seed" : "realSeed";

    /// <summary>
    /// The columns that tell rows apart: the factors, the seed, and the cell's <see cref="RunVersion"/>, so that rows of a
    /// scenario as it was do not pass for rows of what it is.
    /// </summary>
    public string[] Columns(ClockKind clock) => [.. Factors.Select(factor => factor.Name), SeedColumn(clock), VersionColumn];

    /// <summary>Every combination of levels, the last factor's changing fastest.</summary>
    public IEnumerable<IReadOnlyList<JsonNode>> Cells => Factors.Aggregate(
        (IEnumerable<IReadOnlyList<JsonNode>>)[[]],
        (cells, factor) => cells.SelectMany(cell => factor.Levels.Select(level => (IReadOnlyList<JsonNode>)[.. cell, level])));

    /// <summary>What a cell is called: its levels.</summary>
    public string NameOf(IReadOnlyList<JsonNode> cell) => string.Join(", ", Factors.Zip(cell, (factor, level) => factor.TextOf(level)));

    /// <summary>What a cell changes in the scenario.</summary>
    public IEnumerable<(string Place, JsonNode? Value)> ChangesOf(IReadOnlyList<JsonNode> cell) =>
        Factors.Zip(cell).SelectMany(pair => pair.First.ChangesOf(pair.Second));
}

/// <summary>One thing that varies in a matrix of experiments.</summary>
/// <param name="Name">Of its column, with its unit.</param>
/// <param name="Places">Where in the scenario each level is put, such as <c>flows[0].count</c>.</param>
/// <param name="Levels">JSON values. At several places the level is the same, unless it is a list, which has one value for each.</param>
/// <param name="Labels">What the column calls each level; empty: the values themselves.</param>
internal sealed record MatrixFactor(string Name, IReadOnlyList<string> Places, IReadOnlyList<JsonNode> Levels, IReadOnlyList<string> Labels)
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

/// <summary>A stat drawn over the factors of a matrix.</summary>
/// <param name="Spec">How; its series are filled in.</param>
/// <param name="Stat">What.</param>
/// <param name="X">The factor along the first axis.</param>
/// <param name="Y">The factor along the second axis of a contour; null for lines.</param>
/// <param name="By">The factor that a line is drawn for each level of; null for one line.</param>
internal sealed record MatrixFigure(FigureSpec Spec, string Stat, string X, string? Y, string? By);

/// <summary>Tells scenarios that run the same from others.</summary>
internal static class RunVersion
{
    /// <summary>What may change without changing a run.</summary>
    private static readonly string[] BesideTheRuns = ["$schema", "about", "bands", "clocks", "figures", "matrix", "pair", "realRuns", "seed", "seeds", "title"];

    /// <summary>
    /// Eight hexadecimal digits that change with what is run, and not with comments, layout, texts, bands, figures, or how many runs there are.
    /// Files that the scenario names count by their names.
    /// </summary>
    public static string Of(Scenario scenario)
    {
        JsonObject root = JsonNode.Parse(scenario.Json, documentOptions: LenientJson.Options)!.AsObject();
        foreach (string key in BesideTheRuns)
            root.Remove(key);
        return Convert.ToHexString(SHA256.HashData(JsonSerializer.SerializeToUtf8Bytes(root)))[..8].ToLowerInvariant();
    }
}
