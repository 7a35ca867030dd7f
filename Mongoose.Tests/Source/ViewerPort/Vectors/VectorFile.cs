using System.Text;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace Mongoose.Tests.Source.ViewerPort.Vectors;

/// <summary>The text of a file of vectors: JSON with one line per step, so that a difference shows its step.</summary>
internal static class VectorFile
{
    private static readonly JsonSerializerOptions Json = new()
    {
        PropertyNamingPolicy = JsonNamingPolicy.CamelCase,
        DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingDefault,
        Converters = { new JsonStringEnumConverter(JsonNamingPolicy.CamelCase) },
    };

    /// <summary>The folder of the vector files.</summary>
    public static string Directory => Path.Combine(Repository.Root(), "Mongoose.Viewer", "vectors");

    public static string Write(Trace trace) => Write($$"""
        {
        "name": {{Text(trace.Name)}},
        "what": {{Text(trace.What)}},
        "options": {{Text(trace.Options)}},
        "beganNs": {{trace.BeganNs}},
        "steps": [

        """, trace.Steps);

    public static string Write(IReadOnlyList<SplitVector> splits) => Write("{\n\"splits\": [\n", splits);

    public static Trace ReadTrace(string json) => JsonSerializer.Deserialize<Trace>(json, Json)!;

    private static string Write<T>(string head, IReadOnlyList<T> lines)
    {
        var text = new StringBuilder(head.ReplaceLineEndings("\n"));
        text.AppendJoin(",\n", lines.Select(line => Text(line)));
        return text.Append("\n]\n}\n").ToString();
    }

    private static string Text<T>(T value) => JsonSerializer.Serialize(value, Json);
}
