using System.Text.Json;
using Mongoose.Runtime.Output;

namespace Mongoose.Mixer.Results;

/// <summary>The machine-readable result.</summary>
internal static class MixerJson
{
    private static readonly JsonSerializerOptions Options = JsonFile.Options(FiniteDoubleConverter.Decimals, JsonNamingPolicy.CamelCase);

    public static string Serialise(MixerResult result) => JsonFile.Serialise(result, Options);

    /// <exception cref="JsonException">The text is not a result, or has another schema.</exception>
    public static MixerResult Parse(string json) =>
        JsonFile.Parse<MixerResult>(json, Options, result => result.Schema, MixerResult.SchemaName);
}
