using System.Text.Json;
using Mongoose.Runtime.Output;

namespace Mongoose.Client.Results;

/// <summary>The machine-readable result.</summary>
internal static class BotJson
{
    private static readonly JsonSerializerOptions Options = JsonFile.Options(FiniteDoubleConverter.Decimals, JsonNamingPolicy.CamelCase);

    public static string Serialise(BotRunResult result) => JsonFile.Serialise(result, Options);

    /// <exception cref="JsonException">It is not a result, or one of another schema.</exception>
    public static BotRunResult Parse(string json)
    {
        BotRunResult? result = JsonSerializer.Deserialize<BotRunResult>(json, Options);
        if (result?.Schema != BotRunResult.SchemaName)
            throw new JsonException($"expected schema {BotRunResult.SchemaName}, found {result?.Schema ?? "none"}");
        return result;
    }
}

/// <summary>States, failures and channels as results and documents write them, such as wrongPassword.</summary>
public static class ResultNames
{
    public static string Of(Enum value) => JsonNamingPolicy.CamelCase.ConvertName(value.ToString());
}
