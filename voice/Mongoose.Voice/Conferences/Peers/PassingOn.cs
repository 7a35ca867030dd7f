using Mongoose.Voice.Audio;
using Mongoose.Voice.Conferences.Sources;

namespace Mongoose.Voice.Conferences.Peers;

/// <summary>
/// Decides which voices a trunk passes on as they come: those that the neighbour understands, and whose frames are on average about as small as those of the
/// trunk's format. It decides when a voice begins to be alone, and once more when the size of a new voice is known. Otherwise it stays with the decision,
/// because the neighbour's decoder stumbles over a change.
/// </summary>
/// <param name="context">The conference's parts.</param>
/// <param name="streamBytes">The bytes of a frame in the trunk's format.</param>
/// <param name="hasOpus">Whether the neighbour decodes Opus.</param>
internal sealed class PassingOn(ConferenceContext context, int streamBytes, bool hasOpus)
{
    /// <summary>A voice's frames may on average be this much larger than those of the trunk's format.</summary>
    public const double Tolerance = 1.1;

    private Choice[] _choices = [];

    /// <summary>Whether a voice is passed on.</summary>
    /// <param name="voice">The voice.</param>
    /// <param name="begins">Whether it begins to be alone.</param>
    public bool IsPassedOn(Source voice, bool begins)
    {
        if (_choices.Length <= voice.Index)
            Array.Resize(ref _choices, 2 * voice.Index + 16);
        ref Choice choice = ref _choices[voice.Index];
        AudioFormat format = voice.Audio.Format;
        double? bytes = BytesOf(voice.Audio);
        bool isNews = bytes is not null && !choice.IsSizeKnown;
        if (begins || isNews || choice.Ssrc != voice.Ssrc || choice.Format != format)
            choice = new Choice(voice.Ssrc, format, bytes is not null, IsUnderstood(format) && (bytes ?? 0) <= streamBytes * Tolerance);
        return choice.IsPassedOn;
    }

    private bool IsUnderstood(AudioFormat format) => format.Channels == 1 && (hasOpus || format.Codec != AudioCodec.Opus);

    /// <summary>The bytes of a voice's frames on average; null if they are not known yet.</summary>
    private double? BytesOf(SourceAudio audio) =>
        audio.Format.Codec == AudioCodec.Opus ? audio.Size.Bytes : PayloadSizes.BytesOf(audio.Format, context.Frame, default);

    private readonly record struct Choice(uint Ssrc, AudioFormat Format, bool IsSizeKnown, bool IsPassedOn);
}
