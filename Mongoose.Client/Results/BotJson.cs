using System.Text.Json;
using Mongoose.Runtime.Output;

namespace Mongoose.Client.Results;

/// <summary>The machine-readable result.</summary>
internal static class BotJson
{
    private static readonly JsonSerializerOptions Options = JsonFile.Options(FiniteDoubleConverter.Decimals, JsonNamingPolicy.CamelCase);

    public static string Serialise(BotRunResult result) => JsonFile.Serialise(result, Options);

    /// <exception cref="JsonException">The text is not a result, or has another schema.</exception>
    public static BotRunResult Parse(string json)
    {
        BotRunResult? result = JsonSerializer.Deserialize<BotRunResult>(json, Options);
        if (result?.Schema != BotRunResult.SchemaName)
            throw new JsonException($"expected schema {BotRunResult.SchemaName}, found {result?.Schema ?? "none"}");
        return result;
    }
}

/// <summary>The names of states, failures and channels in results and documents, such as wrongPassword.</summary>
public static class ResultNames
{
    public static string Of(Enum value) => JsonNamingPolicy.CamelCase.ConvertName(value.ToString());
}
