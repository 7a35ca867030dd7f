using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using Mongoose.Runtime.Output;

namespace Mongoose.Client.Results;

/// <summary>The machine-readable result.</summary>
internal static class BotJson
{
    private static readonly string[] Schemas = [BotRunResult.SchemaName, BotRunResult.EarlierSchemaName];

    private static readonly JsonSerializerOptions Options =
        new(JsonFile.Options(FiniteDoubleConverter.Decimals, JsonNamingPolicy.CamelCase))
        {
            TypeInfoResolver = new DefaultJsonTypeInfoResolver { Modifiers = { RequestKeys.Inline } },
        };

    private static readonly JsonSerializerOptions Strict = new(Options)
    {
        TypeInfoResolver = new DefaultJsonTypeInfoResolver { Modifiers = { RequestKeys.Inline, JsonNulls.Refuse } },
    };

    public static string Serialise(BotRunResult result) => JsonFile.Serialise(result, Options);

    /// <exception cref="JsonException">The text is not a result, or has another schema.</exception>
    public static BotRunResult Parse(string json) => JsonFile.Parse<BotRunResult>(json, Options, result => result.Schema, Schemas);

    /// <summary>
    /// Reads a file that may be damaged, or made by another program: refuses a key that occurs twice, and null where it is not allowed.
    /// </summary>
    /// <param name="stream">The file, which is read twice.</param>
    /// <param name="cancellation">Ends the reading.</param>
    /// <exception cref="JsonException">The file is not a result, or has another schema; the message is for the user.</exception>
    public static BotRunResult Read(Stream stream, CancellationToken cancellation)
    {
        string? schema = JsonScan.TextOf(stream, "schema", cancellation);
        if (!Schemas.Contains(schema))
            throw JsonFile.WrongSchema(Schemas, schema);
        stream.Position = 0;
        try
        {
            return JsonSerializer.Deserialize<BotRunResult>(stream, Strict)!;
        }
        catch (JsonException exception)
        {
            throw new JsonException(JsonScan.Describe(exception), exception);
        }
    }
}
