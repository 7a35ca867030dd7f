using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace Mongoose.Runtime.Output;

/// <summary>How every result is written as JSON: one layout, the same bytes on every system.</summary>
public static class JsonFile
{
    /// <summary>The path that means standard output.</summary>
    public const string StandardOutput = "-";

    /// <summary>To a file, whole or not at all, or to <paramref name="output"/> when the path is <see cref="StandardOutput"/>.</summary>
    /// <exception cref="OutputException">The path cannot be written.</exception>
    public static void Write(string json, string path, TextWriter output)
    {
        if (path == StandardOutput)
            OutputFile.WriteTo(output, json);
        else
            OutputFile.Write(path, json);
    }

    /// <summary>Ends with a line feed, and has no other kind of line end on any system.</summary>
    public static string Serialise<T>(T result, JsonSerializerOptions options) =>
        JsonSerializer.Serialize(result, options).ReplaceLineEndings("\n") + "\n";

    /// <param name="decimals">How many of each number are kept; null keeps every bit.</param>
    /// <param name="enumNames">How the names of enumerations are changed; null leaves them.</param>
    public static JsonSerializerOptions Options(int? decimals, JsonNamingPolicy? enumNames = null) => new()
    {
        PropertyNamingPolicy = JsonNamingPolicy.CamelCase,
        WriteIndented = true,
        // It is a file, not a web page: a version such as 0.1.0+abc stays readable.
        Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
        Converters =
        {
            new FiniteDoubleConverter(decimals),
            new InlineSeriesConverter(decimals),
            new JsonStringEnumConverter(enumNames),
        },
    };
}
