using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace Mongoose.Runtime.Output;

/// <summary>Writes all results as JSON with one layout, and the same bytes on every system.</summary>
public static class JsonFile
{
    /// <summary>The text ends with a line feed, and all line ends are line feeds on every system.</summary>
    public static string Serialise<T>(T result, JsonSerializerOptions options) =>
        JsonSerializer.Serialize(result, options).ReplaceLineEndings("\n") + "\n";

    /// <summary>Reads a result that <see cref="Serialise"/> has written.</summary>
    /// <exception cref="JsonException">The text is not a result, or has another schema.</exception>
    public static T Parse<T>(string json, JsonSerializerOptions options, Func<T, string> schemaOf, params string[] schemas)
        where T : class
    {
        T? result = JsonSerializer.Deserialize<T>(json, options);
        return result is not null && schemas.Contains(schemaOf(result))
            ? result
            : throw WrongSchema(schemas, result is null ? null : schemaOf(result));
    }

    /// <summary>The exception for a result with another schema, or with none.</summary>
    public static JsonException WrongSchema(IEnumerable<string> schemas, string? found) =>
        new($"expected schema {string.Join(" or ", schemas)}, found {found ?? "none"}");

    /// <param name="decimals">The number of decimals to keep in each number; null keeps full precision.</param>
    /// <param name="enumNames">How the names of enumerations are converted; null keeps them.</param>
    public static JsonSerializerOptions Options(int? decimals, JsonNamingPolicy? enumNames = null) => new()
    {
        PropertyNamingPolicy = JsonNamingPolicy.CamelCase,
        WriteIndented = true,
        // The output is a file, not a web page: a version such as 0.1.0+abc stays readable.
        Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
        Converters =
        {
            new FiniteDoubleConverter(decimals),
            new InlineSeriesConverter(decimals),
            new JsonStringEnumConverter(enumNames),
        },
    };
}
