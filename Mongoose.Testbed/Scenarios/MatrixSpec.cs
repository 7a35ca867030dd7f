using System.Text.Json.Nodes;

namespace Mongoose.Testbed.Scenarios;

/// <summary>Factors and their levels, of which every combination is run, with every seed.</summary>
public sealed record MatrixSpec(IReadOnlyList<MatrixFactor> Factors, IReadOnlyList<MatrixFigure> Figures)
{
    private const string VersionColumn = "version";

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

    /// <summary>What a cell changes in the scenario.</summary>
    public IEnumerable<(string Place, JsonNode? Value)> ChangesOf(IReadOnlyList<JsonNode> cell) =>
        Factors.Zip(cell).SelectMany(pair => pair.First.ChangesOf(pair.Second));
}
