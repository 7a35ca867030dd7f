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
            CheckTexts(Encoding.UTF8.GetBytes(json));
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

    /// <summary>The parser accepts half of a surrogate pair, escaped, and fails when the text is read.</summary>
    private static void CheckTexts(byte[] json)
    {
        Utf8JsonReader reader = new(json, new JsonReaderOptions { CommentHandling = JsonCommentHandling.Skip, AllowTrailingCommas = true });
        try
        {
            while (reader.Read())
                _ = reader.TokenType is JsonTokenType.PropertyName or JsonTokenType.String ? reader.GetString() : null;
        }
        catch (InvalidOperationException)
        {
            int line = json.AsSpan(0, (int)reader.TokenStartIndex).Count((byte)'\n') + 1;
            throw new SettingsException([new SettingProblem($"line {line}", null, "is not Unicode: half of a surrogate pair")]);
        }
    }
}
