using System.Text.Json;

namespace Mongoose.Tests.Simulators.Causes.Figures;

/// <summary>What the page's data say at one moment.</summary>
/// <param name="By">The cause of the first finding; "none" if nothing is found.</param>
/// <param name="Part">The part of the simulator that the first finding names; null: none.</param>
/// <param name="All">The causes of all findings, the most important first.</param>
/// <param name="Harmful">The causes of those from which visitors suffer.</param>
/// <param name="Headline">The cause that the page's first line names; null: none.</param>
/// <param name="Visitors">The cause that the page names for each visitor, by name.</param>
/// <param name="Process">The page's figures of the process, in the order of <see cref="ProcessFigures"/>; null: unknown.</param>
internal sealed record PageReading(string By, string? Part, IReadOnlyList<string> All, IReadOnlyList<string> Harmful, string? Headline,
    IReadOnlyDictionary<string, string> Visitors, IReadOnlyList<double?> Process)
{
    /// <summary>The names of the page's figures that tables have beside those from outside.</summary>
    public static readonly string[] ProcessFigures = ["usedCores", "throttledPercent", "pausedPercent", "latePercent", "latenessMs"];

    public const string Nothing = "none", Unsure = "unknown", Absent = "absent";

    /// <param name="data">data.json.</param>
    public static PageReading Of(JsonElement data)
    {
        JsonElement[] findings = [.. data.GetProperty("findings").EnumerateArray()];
        return new PageReading(
            findings.Length == 0 ? Nothing : By(findings[0]),
            findings.Length == 0 ? null : findings[0].GetProperty("part").GetString(),
            [.. findings.Select(By)],
            [.. findings.Where(finding => finding.GetProperty("harmed").GetInt32() > 0).Select(By)],
            data.GetProperty("health").GetProperty("by") is { ValueKind: JsonValueKind.String } headline ? headline.GetString() : null,
            data.GetProperty("visitors").EnumerateArray().DistinctBy(Name).ToDictionary(Name, By),
            [.. ProcessFigures.Select(name => Number(data.GetProperty("process").GetProperty(name)))]);

        static string By(JsonElement one) => one.GetProperty("by").GetString()!;

        static double? Number(JsonElement figure) => figure.ValueKind == JsonValueKind.Number ? figure.GetDouble() : null;

        static string Name(JsonElement visitor) => visitor.GetProperty("name").GetString() ?? "";
    }

    /// <summary>The cause that the page names for a visitor.</summary>
    public string Of(string visitor) => Visitors.GetValueOrDefault(visitor, Absent);
}
