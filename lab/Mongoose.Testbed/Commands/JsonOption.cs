using System.Text.Json;
using Mongoose.Runtime.Settings;

namespace Mongoose.Testbed.Commands;

/// <summary>Values of options that are JSON objects as in scenario files.</summary>
internal static class JsonOption
{
    /// <summary>Whether a value is meant as an object, and not as a name.</summary>
    public static bool IsObject(string text) => text.TrimStart().StartsWith('{');

    /// <param name="name">The option's name, with its dashes: messages begin with it.</param>
    /// <param name="text">The value.</param>
    /// <param name="read">Reads the settings from the object; the second argument is the option's name.</param>
    /// <exception cref="SettingsException">The value is not JSON, or <paramref name="read"/> found a problem.</exception>
    public static T Read<T>(string name, string text, Func<JsonElement, string, T> read)
    {
        try
        {
            using JsonDocument json = JsonDocument.Parse(text);
            return LenientJson.LineOfHalfPair(text) is null ? read(json.RootElement, name) : throw new JsonException();
        }
        catch (JsonException)
        {
            throw new SettingsException([new SettingProblem(name, text, "is not JSON")]);
        }
    }
}
