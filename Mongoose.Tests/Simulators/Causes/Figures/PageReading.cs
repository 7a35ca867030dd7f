using System.Text.Json;

namespace Mongoose.Tests.Simulators.Causes.Figures;

/// <summary>What the page's data say at one moment.</summary>
/// <param name="By">The cause of the first finding; "none" if nothing is found.</param>
/// <param name="Part">The part of the simulator that the first finding names; null: none.</param>
/// <param name="All">The causes of all findings, the most important first.</param>
/// <param name="Health">The process's and the region's figures, by their keys.</param>
/// <param name="Visitors">The cause that the page names for each visitor, by name.</param>
internal sealed record PageReading(
    string By, string? Part, IReadOnlyList<string> All, IReadOnlyList<double> Health, IReadOnlyDictionary<string, string> Visitors)
{
    private static readonly string[] OfProcess = ["usedCores", "hostUsedCores", "throttledPercent", "pausedPercent", "latePercent", "latenessMs"];
    private static readonly string[] OfRegion = ["slowPercent", "physicsPercent", "otherPercent", "scriptCores"];

    /// <summary>The keys of <see cref="Health"/>.</summary>
    public static readonly IReadOnlyList<string> HealthKeys = [.. OfProcess, .. OfRegion];

    public const string Nothing = "none", Unsure = "unknown", Absent = "absent";

    /// <param name="data">data.json.</param>
    public static PageReading Of(JsonElement data)
    {
        JsonElement[] findings = [.. data.GetProperty("findings").EnumerateArray()];
        return new PageReading(
            findings.Length == 0 ? Nothing : By(findings[0]),
            findings.Length == 0 ? null : findings[0].GetProperty("part").GetString(),
            [.. findings.Select(By)],
            [.. OfProcess.Select(key => Number(data.GetProperty("process"), key)), .. OfRegion.Select(key => Number(Simulation(data), key))],
            data.GetProperty("visitors").EnumerateArray().DistinctBy(Name).ToDictionary(Name, By));

        static string By(JsonElement one) => one.GetProperty("by").GetString()!;

        static JsonElement? Simulation(JsonElement data) =>
            data.GetProperty("regions") is { } regions && regions.GetArrayLength() > 0 ? regions[0].GetProperty("simulation") : null;

        static double Number(JsonElement? figures, string key) =>
            figures is { ValueKind: JsonValueKind.Object } found && found.GetProperty(key) is { ValueKind: JsonValueKind.Number } number
                ? number.GetDouble() : double.NaN;

        static string Name(JsonElement visitor) => visitor.GetProperty("name").GetString() ?? "";
    }

    /// <summary>The cause that the page names for a visitor.</summary>
    public string Of(string visitor) => Visitors.GetValueOrDefault(visitor, Absent);
}
