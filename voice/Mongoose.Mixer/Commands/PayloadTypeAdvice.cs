using Mongoose.Mixer.Janus;
using Mongoose.Voice.Audio;

namespace Mongoose.Mixer.Commands;

/// <summary>The advice if a mixer sends another payload type than the verb "janus" expects.</summary>
internal static class PayloadTypeAdvice
{
    /// <summary>One line for the user.</summary>
    /// <param name="sent">The payload type that the mixer sends.</param>
    public static string Of(byte sent, RoomOptions room) =>
        $"the mixer sends payload type {sent}, not {room.EffectivePayloadType}, and the room does not hear it: "
        + $"give {OptionsFor(sent, room)}";

    private static string OptionsFor(byte sent, RoomOptions room)
    {
        AudioFormat needed = sent == AudioFormat.Pcmu.StaticPayloadType ? AudioFormat.Pcmu : sent == AudioFormat.Pcma.StaticPayloadType
            ? AudioFormat.Pcma : AudioFormat.Opus;
        string codec = needed.Codec == room.Format.Codec ? "" : $"--codec {needed}";
        string type = codec.Length > 0 && room.PayloadType is null && sent == PayloadTypes.Of(needed) ? "" : $"--payload-type {sent}";
        return $"{codec} {type}".Trim();
    }
}
