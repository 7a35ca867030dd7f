using Mongoose.Core.Units;
using Mongoose.Voice.Audio;
using Mongoose.Voice.Conferences;
using Mongoose.Voice.Mixing.Rules;

namespace Mongoose.Mixer.Settings;

/// <summary>Notes on valid settings of a peer: keys without effect, and effects that are easily overlooked.</summary>
internal static class PeerNotes
{
    private static readonly PeerOptions Defaults = new();

    /// <summary>One line for each note.</summary>
    public static IEnumerable<string> Of(PeerOptions options, MixerSettings settings)
    {
        AudioFormat.TryParse(options.Codec, out AudioFormat format);
        Note[] notes = options.Role == PeerRole.Mixer ? OfMixer(options) : OfClient(options);
        return notes.Concat(OfFormat(options, format, settings.Frame))
            .Where(note => note.Applies).Select(note => $"{options.Name}: {note.Text}");
    }

    private static Note[] OfMixer(PeerOptions options) =>
    [
        new(options.EffectiveRule == MixingRules.Fixed,
            $"the rule {MixingRules.Fixed} sends the same number of streams whatever the path carries"),
        new(options.Form != PeerForm.Mono, "form has no effect for a mixer"),
        new(options.PayloadType is not null, "payloadType has no effect for a mixer"),
        new(options.LevelExtension != Defaults.LevelExtension, "levelExtension has no effect for a mixer"),
    ];

    private static Note[] OfClient(PeerOptions options) =>
    [
        new(options.EffectiveRule != MixingRules.Fixed,
            $"the rule {options.EffectiveRule} needs reports of RFC 8888, which few clients send; without them, use {MixingRules.Fixed}"),
        new(options.Form != PeerForm.Separate && options.MaxStreams != Defaults.MaxStreams,
            "maxStreams has no effect: only form separate has more than one stream"),
        new(options.Form != PeerForm.Separate && options.MaxRate is not null,
            "maxKbps has no effect: only form separate has more than one stream, and one is always allowed"),
    ];

    private static Note[] OfFormat(PeerOptions options, AudioFormat format, Duration frame)
    {
        int bytes = PayloadSizes.BytesOf(format, frame, new OpusOptions(options.BitRate, options.Complexity));
        bool isOpus = format.Codec == AudioCodec.Opus;
        return
        [
            new(bytes > PayloadSizes.MaxBytes,
                $"a frame of {options.Codec} has {bytes} bytes, so that IP splits each packet; a shorter frame or another codec avoids it"),
            new(!isOpus && options.BitRate != Defaults.BitRate, $"bitRate has no effect for {options.Codec}"),
            new(!isOpus && options.Complexity != Defaults.Complexity, $"complexity has no effect for {options.Codec}"),
        ];
    }

    private readonly record struct Note(bool Applies, string Text);
}
