using System.Text.Json;
using Mongoose.Runtime.Output;

namespace Mongoose.Client.Results;

/// <summary>The machine-readable result.</summary>
internal static class BotJson
{
    private static readonly JsonSerializerOptions Options = JsonFile.Options(FiniteDoubleConverter.Decimals, JsonNamingPolicy.CamelCase);

    public static string Serialise(BotRunResult result) => JsonFile.Serialise(result, Options);

    /// <exception cref="JsonException">The text is not a result, or has another schema.</exception>
    public static BotRunResult Parse(string json) => JsonFile.Parse<BotRunResult>(
        json, Options, result => result.Schema, BotRunResult.SchemaName, BotRunResult.EarlierSchemaName);
}
