using Mongoose.Voice.Audio;
using Mongoose.Voice.Conferences.Sources;

namespace Mongoose.Voice.Conferences.Peers;

/// <summary>
/// Decides which voices a trunk forwards without transcoding: voices of one channel whose mean frame is not much larger than a frame of the
/// trunk's format. A voice is judged when it begins or leaves the mix, when its format changes, and once more when its mean size is known.
/// Otherwise the decision stays, because the neighbour hears a change of the encoder.
/// </summary>
/// <param name="streamBytes">The bytes of a frame in the trunk's format.</param>
internal sealed class Forwarding(ConferenceContext context, int streamBytes)
{
    private Choice[] _choices = [];

    /// <summary>Whether a voice is forwarded without transcoding.</summary>
    /// <param name="begins">Whether it becomes a stream of its own in this frame.</param>
    public bool IsForwarded(Source voice, bool begins)
    {
        ref Choice choice = ref voice.SlotIn(ref _choices);
        AudioFormat format = voice.Audio.Format;
        double? bytes = BytesOf(voice.Audio);
        bool isNewSize = bytes is not null && !choice.IsSizeKnown;
        if (begins || isNewSize || choice.Ssrc != voice.Ssrc || choice.Format != format)
            choice = new Choice(voice.Ssrc, format, bytes is not null,
                format.Channels == 1 && (bytes ?? 0) <= streamBytes * PeerOptions.OpusVariation);
        return choice.IsForwarded;
    }

    /// <summary>The bytes of a voice's frames on average; null if they are not known yet.</summary>
    private double? BytesOf(SourceAudio audio) =>
        audio.Format.Codec == AudioCodec.Opus ? audio.Size.Bytes : PayloadSizes.BytesOf(audio.Format, context.Frame, default);

    private readonly record struct Choice(uint Ssrc, AudioFormat Format, bool IsSizeKnown, bool IsForwarded);
}
