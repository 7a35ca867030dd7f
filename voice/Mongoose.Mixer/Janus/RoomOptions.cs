using System.Globalization;
using System.Text.Json.Nodes;
using Mongoose.Voice.Audio;

namespace Mongoose.Mixer.Janus;

/// <summary>A room of a Janus AudioBridge, and how to join it.</summary>
public sealed record RoomOptions
{
    /// <summary>
    /// The room's id. Digits alone are sent as a number: such a room cannot be joined if the AudioBridge has <c>string_ids = true</c>.
    /// </summary>
    public required string Room { get; init; }

    /// <summary>The name that participants see.</summary>
    public string Display { get; init; } = "mongoose-mixer";

    /// <summary>The pin of the room; null for none.</summary>
    public string? Pin { get; init; }

    /// <summary>The secret of the whole Janus API (<c>api_secret</c> in janus.jcfg); null for none.</summary>
    public string? Secret { get; init; }

    /// <summary>PCMU, PCMA or Opus.</summary>
    public AudioFormat Format { get; init; } = AudioFormat.Opus;

    /// <summary>The RTP payload type; null for that of RFC 3551, or <see cref="PayloadTypes.Dynamic"/>.</summary>
    public byte? PayloadType { get; init; }

    /// <summary>The payload type that packets have.</summary>
    public byte EffectivePayloadType => PayloadTypes.Of(Format, PayloadType);

    /// <summary>The room's id as the API has it.</summary>
    internal JsonNode Id => ulong.TryParse(Room, NumberStyles.None, CultureInfo.InvariantCulture, out ulong number)
        ? JsonValue.Create(number) : JsonValue.Create(Room);

    /// <summary>The codec as the API names it.</summary>
    internal string Codec => Format.Codec.ToString().ToLowerInvariant();
}
