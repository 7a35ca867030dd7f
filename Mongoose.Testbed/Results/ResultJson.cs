using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace Mongoose.Testbed.Results;

/// <summary>The machine-readable result.</summary>
public static class ResultJson
{
    /// <summary>The path that means standard output.</summary>
    public const string StandardOutput = "-";

    private static readonly JsonSerializerOptions Options = new()
    {
        PropertyNamingPolicy = JsonNamingPolicy.CamelCase,
        WriteIndented = true,
        // It is a file, not a web page: a version such as 0.1.0+abc stays readable.
        Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
        Converters =
        {
            new FiniteDoubleConverter(),
            new InlineSeriesConverter(),
            new JsonStringEnumConverter(),
        },
    };

    /// <summary>Ends with a line feed, and has no other kind of line end on any system.</summary>
    public static string Serialise<TResult>(TResult result) =>
        JsonSerializer.Serialize(result, Options).ReplaceLineEndings("\n") + "\n";

    /// <exception cref="JsonException">It is not a result, or one of another schema.</exception>
    public static DemoResult Parse(string json)
    {
        DemoResult? result = JsonSerializer.Deserialize<DemoResult>(json, Options);
        if (result?.Schema != DemoResult.SchemaName)
            throw new JsonException($"expected schema {DemoResult.SchemaName}, found {result?.Schema ?? "none"}");
        return result;
    }

    /// <summary>To a file, or to <paramref name="output"/> when the path is <see cref="StandardOutput"/>.</summary>
    /// <exception cref="OutputException">The path cannot be written.</exception>
    public static void Write<TResult>(TResult result, string path, TextWriter output)
    {
        if (path == StandardOutput)
            output.Write(Serialise(result));
        else
            OutputFile.Write(path, Serialise(result));
    }
}
