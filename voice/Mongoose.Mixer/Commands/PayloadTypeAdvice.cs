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
        + $"give {OptionsFor(sent, room.Format)}";

    private static string OptionsFor(byte sent, AudioFormat format)
    {
        AudioFormat needed = sent == AudioFormat.Pcmu.StaticPayloadType ? AudioFormat.Pcmu : sent == AudioFormat.Pcma.StaticPayloadType
            ? AudioFormat.Pcma : AudioFormat.Opus;
        string codec = needed.Codec == format.Codec ? "" : $"--codec {needed}";
        string type = codec.Length > 0 && sent == PayloadTypes.Of(needed) ? "" : $"--payload-type {sent}";
        return $"{codec} {type}".Trim();
    }
}
