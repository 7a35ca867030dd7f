using System.Text.Json;

namespace Mongoose.Mixer.Janus;

/// <summary>Reads replies and events of Janus. Values of an unexpected type count as missing.</summary>
internal static class JanusReply
{
    // Codes of Janus itself (janus/apierror.h).
    private const int Unauthorized = 403, NoSuchSession = 458, NoSuchHandle = 459, NoSuchPlugin = 460;

    // Codes of the AudioBridge (janus_audiobridge.c).
    private const int MissingElement = 483, NoSuchRoom = 485, RoomRefuses = 489;

    /// <summary>Characters of a message that are shown.</summary>
    private const int MaxLine = 200;

    /// <summary>
    /// The kind of a reply or event: <c>success</c>, <c>ack</c>, <c>event</c>, <c>keepalive</c>, <c>timeout</c>, ...; null for other JSON.
    /// </summary>
    public static string? Kind(JsonElement reply) => Text(reply, "janus");

    /// <summary>The id of a new session or handle.</summary>
    public static ulong Id(JsonElement reply) =>
        Get(reply, "data") is { } data && Get(data, "id") is { ValueKind: JsonValueKind.Number } id && id.TryGetUInt64(out ulong value)
            ? value
            : throw new JanusException("Janus' answer has no id");

    /// <summary>The plugin's data in an event; null if the reply is not an event of a plugin.</summary>
    public static JsonElement? PluginData(JsonElement reply) => Get(reply, "plugindata") is { } plugin ? Get(plugin, "data") : null;

    /// <summary>The kind of an event of the AudioBridge: <c>joined</c>, <c>destroyed</c>, ...</summary>
    public static string? Happened(JsonElement data) => Text(data, "audiobridge");

    /// <summary>
    /// The id of a participant: a number, or text if the AudioBridge has <c>string_ids = true</c>; null if there is none.
    /// </summary>
    public static string? Participant(JsonElement data, string key) =>
        Get(data, key) is { ValueKind: JsonValueKind.Number } id ? id.ToString() : Text(data, key);

    /// <summary>A text; null if there is none, or if it is not Unicode: half of a surrogate pair, escaped.</summary>
    public static string? Text(JsonElement element, string key)
    {
        if (Get(element, key) is not { ValueKind: JsonValueKind.String } value)
            return null;
        try
        {
            return value.GetString();
        }
        catch (InvalidOperationException)
        {
            return null;
        }
    }

    /// <summary>A text for a message: one line of limited length.</summary>
    public static string? Line(JsonElement element, string key)
    {
        if (Text(element, key) is not { } text)
            return null;
        string line = (text.Length > MaxLine ? text[..MaxLine] + "…" : text).ReplaceLineEndings(" ");
        return line.Trim().Length > 0 ? line : null;
    }

    public static int? Number(JsonElement element, string key) =>
        Get(element, key) is { ValueKind: JsonValueKind.Number } value && value.TryGetInt32(out int number) ? number : null;

    public static JsonElement? Get(JsonElement element, string key) =>
        element.ValueKind == JsonValueKind.Object && element.TryGetProperty(key, out JsonElement value) ? value : null;

    /// <summary>The error that Janus reports.</summary>
    public static JanusException Error(JsonElement reply)
    {
        JsonElement error = Get(reply, "error") ?? default;
        string reason = Line(error, "reason") ?? "an error without reason";
        return Number(error, "code") switch
        {
            Unauthorized =>
                new JanusException("Janus refuses: its API needs a secret (api_secret in janus.jcfg): --secret"),
            NoSuchPlugin =>
                new JanusException("Janus has no AudioBridge: its plugin janus.plugin.audiobridge is not loaded"),
            NoSuchSession or NoSuchHandle => new JanusException($"Janus has ended the session: {reason}"),
            _ => new JanusException($"Janus refuses: {reason}"),
        };
    }

    /// <summary>The error that the AudioBridge reports; null if it reports none.</summary>
    public static JanusException? RoomError(JsonElement data, RoomOptions room)
    {
        if (Number(data, "error_code") is not { } code)
            return null;
        string said = Line(data, "error") ?? $"error {code}";
        string reason = code switch
        {
            NoSuchRoom => "there is no such room",
            MissingElement when said.Contains("pin") => "the room has a pin: --pin",
            RoomRefuses when said.Contains("RTP") =>
                "the room takes no plain RTP participants; it needs allow_rtp_participants = true in janus.plugin.audiobridge.jcfg",
            RoomRefuses when room.Pin is not null => "the pin is wrong",
            _ => said,
        };
        return new JanusException($"room {room.Room}: {reason}");
    }
}
