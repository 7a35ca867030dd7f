using System.Security.Cryptography;
using System.Text.Json;
using System.Text.Json.Nodes;
using Mongoose.Testbed.Results;

namespace Mongoose.Testbed.Scenarios;

/// <summary>Tells scenarios that run the same from others.</summary>
internal static class RunVersion
{
    /// <summary>What may change without changing a run.</summary>
    private static readonly string[] BesideTheRuns = ["about", "bands", "clocks", "figures", "matrix", "realRuns", "seed", "seeds", "title"];

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
