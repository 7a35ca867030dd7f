using System.Text.Json;

namespace Mongoose.Runtime.Settings;

/// <summary>JSON written by hand.</summary>
public static class LenientJson
{
    /// <summary>Comments and trailing commas are allowed.</summary>
    public static readonly JsonDocumentOptions Options = new() { CommentHandling = JsonCommentHandling.Skip, AllowTrailingCommas = true };

    /// <summary>Parses a text with comments and trailing commas.</summary>
    /// <exception cref="SettingsException">The text is not JSON; the problem's path is the line and the column, each from 1.</exception>
    public static JsonDocument Parse(string json)
    {
        try
        {
            return JsonDocument.Parse(json, Options);
        }
        catch (JsonException exception)
        {
            string reason = exception.Message.Split(". ")[0].TrimEnd('.');
            throw new SettingsException(
                [new SettingProblem($"line {exception.LineNumber + 1}, column {exception.BytePositionInLine + 1}", null,
                    "is not JSON: " + reason)]);
        }
    }
}
