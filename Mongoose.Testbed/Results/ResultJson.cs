using System.Text.Json;

namespace Mongoose.Testbed.Results;

/// <summary>The machine-readable result of a demo or a self-check.</summary>
internal static class ResultJson
{
    private static readonly JsonSerializerOptions Options = JsonFile.Options(FiniteDoubleConverter.Decimals);

    /// <summary>Ends with a line feed, and has no other kind of line end on any system.</summary>
    public static string Serialise<TResult>(TResult result) => JsonFile.Serialise(result, Options);

    /// <exception cref="JsonException">It is not a result, or one of another schema.</exception>
    public static DemoResult Parse(string json)
    {
        DemoResult? result = JsonSerializer.Deserialize<DemoResult>(json, Options);
        if (result?.Schema != DemoResult.SchemaName)
            throw new JsonException($"expected schema {DemoResult.SchemaName}, found {result?.Schema ?? "none"}");
        return result;
    }

    /// <inheritdoc cref="JsonFile.Write"/>
    public static void Write<TResult>(TResult result, string path, TextWriter output) => JsonFile.Write(Serialise(result), path, output);
}

/// <summary>JSON as people write it by hand.</summary>
internal static class LenientJson
{
    /// <summary>Comments and trailing commas are allowed.</summary>
    public static readonly JsonDocumentOptions Options = new() { CommentHandling = JsonCommentHandling.Skip, AllowTrailingCommas = true };
}

/// <summary>A file is not a result that this version reads. The message is for the user: it names the file and says why.</summary>
internal sealed class ResultFormatException(string path, string reason, Exception? inner = null) : Exception($"{path}: {reason}", inner)
{
    public string Path { get; } = path;
}
