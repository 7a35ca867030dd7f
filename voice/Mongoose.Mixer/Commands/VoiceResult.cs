using System.Text.Json.Serialization;
using Mongoose.Runtime.Output;

namespace Mongoose.Mixer.Commands;

/// <summary>The result of a verb.</summary>
/// <param name="Schema">The name of the JSON's schema; changes with incompatible changes.</param>
internal abstract record VoiceResult([property: JsonPropertyOrder(-1)] string Schema)
{
    /// <summary>The result as text.</summary>
    [JsonIgnore]
    public abstract IEnumerable<string> Lines { get; }

    /// <summary>Writes the result as text, and as JSON on request. With JSON on standard output, the text is left out.</summary>
    /// <param name="json">The file; null for none.</param>
    /// <exception cref="OutputException">The file cannot be written; the text was.</exception>
    public void Write(TextWriter output, string? json)
    {
        if (json != OutputFile.StandardOutput)
            output.Write(string.Concat(Lines.Select(line => line + "\n")));
        if (json is not null)
            OutputFile.Write(json, JsonFile.Serialise<object>(this, JsonFile.Options(FiniteDoubleConverter.Decimals)), output);
    }
}
