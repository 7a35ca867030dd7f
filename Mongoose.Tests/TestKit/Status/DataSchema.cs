using System.Text.Json;
using Json.Schema;

namespace Mongoose.TestKit.Status;

/// <summary>The published schema of data.json.</summary>
internal static class DataSchema
{
    private static readonly JsonSchema Schema =
        JsonSchema.FromFile(Path.Combine(Repository.Root(), "config", "dashboards", "data.schema.json"));

    /// <summary>What of the data contradicts the schema; empty for nothing.</summary>
    public static IEnumerable<string> Problems(JsonElement data)
    {
        EvaluationResults results = Schema.Evaluate(data, new EvaluationOptions { OutputFormat = OutputFormat.List });
        return from result in results.Details ?? []
               from error in result.Errors ?? new Dictionary<string, string>()
               select $"{result.InstanceLocation}: {error.Value}";
    }
}
