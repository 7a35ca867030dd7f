using System.Text.Json;
using Mongoose.Runtime.Statistics;
using Mongoose.Testbed.Results.Figures;

namespace Mongoose.Testbed.Results;

/// <summary>Testbed results as JSON. Numbers have full precision, so reading and writing again gives the same bytes.</summary>
internal static class TestbedJson
{
    private static readonly JsonSerializerOptions Options = new(JsonFile.Options(decimals: null, JsonNamingPolicy.CamelCase))
    {
        Converters = { new OrderedMapConverter<double>(), new OrderedMapConverter<SampleSummary>() },
    };

    public static string Serialise(TestbedResult result) => JsonFile.Serialise(result, Options);

    /// <summary>Serialises several results as one list.</summary>
    public static string Serialise(IReadOnlyList<TestbedResult> results) => JsonFile.Serialise(results, Options);

    /// <inheritdoc cref="OutputFile.Write(string, string, TextWriter)"/>
    public static void Write(TestbedResult result, string path, TextWriter output) => OutputFile.Write(path, Serialise(result), output);

    /// <exception cref="JsonException">The text is not a result, or a result of another schema.</exception>
    public static TestbedResult Parse(string json)
    {
        using (JsonDocument document = JsonDocument.Parse(json))
        {
            string? schema = TextOf(document.RootElement, "schema");
            if (schema != TestbedResult.SchemaName)
                throw new JsonException($"expected schema {TestbedResult.SchemaName}, "
                    + $"found {schema ?? "none"}{Hint(schema, document.RootElement)}");
        }
        return JsonSerializer.Deserialize<TestbedResult>(json, Options)!;
    }

    /// <summary>The version that can read a file which this version cannot.</summary>
    private static string Hint(string? schema, JsonElement root) => schema?.StartsWith("mongoose-demo/", StringComparison.Ordinal) == true
        ? $", written by the demo of an earlier version; read it with that version ({TextOf(root, "version") ?? "unknown"})"
        : "";

    private static string? TextOf(JsonElement root, string key) =>
        root.ValueKind == JsonValueKind.Object && root.TryGetProperty(key, out JsonElement value) ? value.ToString() : null;

    /// <exception cref="ResultFormatException">The file cannot be read, or is not a result of this schema.</exception>
    public static TestbedResult Read(string path)
    {
        try
        {
            return Parse(File.ReadAllText(path));
        }
        catch (JsonException e) when (e.LineNumber is { } line)
        {
            throw new ResultFormatException(path, $"line {line + 1}: {e.Message.Split(". ")[0].TrimEnd('.')}", e);
        }
        catch (Exception e) when (e is JsonException || PathFault.Is(e))
        {
            throw new ResultFormatException(path, e.Message, e);
        }
    }

    /// <summary>Reads a figure from a scenario, with the keys of docs/research/results-format.md.</summary>
    /// <exception cref="JsonException">A key is unknown or missing, or a value is not allowed; the message has its path.</exception>
    public static FigureSpec ParseFigure(JsonElement json)
    {
        try
        {
            // The framework would set a required property to null.
            if (HasNull(json))
                throw new JsonException("null is not allowed; omit the key");
            return json.Deserialize<FigureSpec>(Options)!;
        }
        catch (JsonException exception)
        {
            throw new JsonException(FigureProblem(json, exception), exception);
        }
    }

    private static bool HasNull(JsonElement value) => value.ValueKind switch
    {
        JsonValueKind.Null => true,
        JsonValueKind.Object => value.EnumerateObject().Any(property => HasNull(property.Value)),
        JsonValueKind.Array => value.EnumerateArray().Any(HasNull),
        _ => false,
    };

    /// <summary>For an unknown key or kind, a message with the allowed ones; otherwise the framework's message, after the key.</summary>
    private static string FigureProblem(JsonElement json, JsonException exception)
    {
        string[] keys = typeof(FigureSpec).GetProperties()
            .Select(property => JsonNamingPolicy.CamelCase.ConvertName(property.Name)).ToArray();
        if (json.ValueKind == JsonValueKind.Object && json.EnumerateObject().Select(entry => entry.Name).Except(keys)
            .FirstOrDefault() is { } unknown)
            return $"{unknown}: unknown key; allowed are {string.Join(", ", keys)}";
        if (exception.Path == "$.kind")
            return $"kind: allowed are {string.Join(", ", Enum.GetNames<FigureKind>().Select(JsonNamingPolicy.CamelCase.ConvertName))}";
        return $"{exception.Path?.TrimStart('$', '.')}: {exception.Message.Split(". Path")[0]}".TrimStart(':', ' ');
    }
}
