using System.Text;
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
            if (LineOfHalfPair(json) is { } line)
                throw new SettingsException([new SettingProblem($"line {line}", null, "is not Unicode: half of a surrogate pair")]);
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

    /// <summary>
    /// The line, from 1, of a key or string with half of a surrogate pair, escaped; null if there is none. <see cref="JsonDocument"/>
    /// parses such a text, and fails when it is read.
    /// </summary>
    /// <exception cref="JsonException">The text is not JSON, even with comments and trailing commas.</exception>
    public static int? LineOfHalfPair(string json)
    {
        byte[] bytes = Encoding.UTF8.GetBytes(json);
        JsonReaderOptions options = new() { CommentHandling = JsonCommentHandling.Skip, AllowTrailingCommas = true };
        Utf8JsonReader reader = new(bytes, options);
        try
        {
            while (reader.Read())
                _ = reader.TokenType is JsonTokenType.PropertyName or JsonTokenType.String ? reader.GetString() : null;
            return null;
        }
        catch (InvalidOperationException)
        {
            return bytes.AsSpan(0, (int)reader.TokenStartIndex).Count((byte)'\n') + 1;
        }
    }
}
