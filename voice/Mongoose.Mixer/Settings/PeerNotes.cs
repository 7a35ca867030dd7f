using Mongoose.Voice.Audio;
using Mongoose.Voice.Conferences;
using Mongoose.Voice.Mixing.Rules;

namespace Mongoose.Mixer.Settings;

/// <summary>Notes on valid settings of a peer: keys without effect, and effects that are easily overlooked.</summary>
internal static class PeerNotes
{
    private static readonly PeerOptions Defaults = new();

    /// <summary>One line for each.</summary>
    public static IEnumerable<string> Of(PeerOptions options, MixerSettings settings)
    {
        AudioFormat.TryParse(options.Codec, out AudioFormat format);
        IEnumerable<string> notes = options.Role == PeerRole.Mixer ? OfMixer(options) : OfClient(options);
        return notes.Concat(OfFormat(options, format, settings.FrameMilliseconds)).Select(note => $"{options.Name}: {note}");
    }

    private static IEnumerable<string> OfMixer(PeerOptions options)
    {
        if (options.EffectiveRule == MixingRules.Fixed)
            yield return $"the rule {MixingRules.Fixed} sends the same number of streams whatever the path carries";
        if (options.Form != PeerForm.Mono)
            yield return "form has no effect for a mixer";
        if (options.PayloadType is not null)
            yield return "payloadType has no effect for a mixer";
        if (options.LevelExtension != Defaults.LevelExtension)
            yield return "levelExtension has no effect for a mixer";
    }

    private static IEnumerable<string> OfClient(PeerOptions options)
    {
        if (options.EffectiveRule != MixingRules.Fixed)
            yield return $"the rule {options.EffectiveRule} needs reports of RFC 8888, which few clients send; "
                + $"without them, use {MixingRules.Fixed}";
        if (options.Form != PeerForm.Separate && options.MaxStreams != Defaults.MaxStreams)
            yield return "maxStreams has no effect: only form separate has more than one stream";
        if (options.Form != PeerForm.Separate && options.MaxRate is not null)
            yield return "maxKbps has no effect: only form separate has more than one stream, and one is always allowed";
    }

    private static IEnumerable<string> OfFormat(PeerOptions options, AudioFormat format, int milliseconds)
    {
        int bytes = format.SampleRate * milliseconds / 1000 * format.SampleBytes;
        if (bytes > PeerRules.MaxPayload)
            yield return $"a frame of {options.Codec} has {bytes} bytes, so that IP splits each packet; "
                + "a shorter frame or another codec avoids it";
        if (format.Codec != AudioCodec.Opus && options.BitRate != Defaults.BitRate)
            yield return $"bitRate has no effect for {options.Codec}";
        if (format.Codec != AudioCodec.Opus && options.Complexity != Defaults.Complexity)
            yield return $"complexity has no effect for {options.Codec}";
    }
}
