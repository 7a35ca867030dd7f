using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Serialization;
using Mongoose.Client.Output;

namespace Mongoose.Client.Results;

/// <summary>The machine-readable result.</summary>
public static class BotJson
{
    /// <summary>The path that means standard output.</summary>
    public const string StandardOutput = "-";

    private static readonly JsonSerializerOptions Options = new()
    {
        PropertyNamingPolicy = JsonNamingPolicy.CamelCase,
        DictionaryKeyPolicy = JsonNamingPolicy.CamelCase,
        WriteIndented = true,
        Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
        Converters = { new FiniteDoubleConverter(), new InlineSeriesConverter(), new JsonStringEnumConverter(JsonNamingPolicy.CamelCase) },
    };

    /// <summary>Ends with a line feed, and has no other kind of line end on any system.</summary>
    public static string Serialise(BotRunResult result) => JsonSerializer.Serialize(result, Options).ReplaceLineEndings("\n") + "\n";

    /// <exception cref="JsonException">It is not a result, or one of another schema.</exception>
    public static BotRunResult Parse(string json)
    {
        BotRunResult? result = JsonSerializer.Deserialize<BotRunResult>(json, Options);
        if (result?.Schema != BotRunResult.SchemaName)
            throw new JsonException($"expected schema {BotRunResult.SchemaName}, found {result?.Schema ?? "none"}");
        return result;
    }
}
