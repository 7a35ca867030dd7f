using Mongoose.Core.Units;
using Mongoose.Voice.Audio;

namespace Mongoose.Mixer.Talkers;

/// <summary>The options of a talker.</summary>
public sealed record TalkerOptions
{
    /// <summary>The talker's CNAME.</summary>
    public required string Name { get; init; }

    public AudioFormat Format { get; init; } = AudioFormat.Pcmu;

    /// <summary>The RTP payload type; null for the format's static one, or <see cref="PayloadTypes.Dynamic"/> if it has none.</summary>
    public byte? PayloadType { get; init; }

    /// <summary>The time of a packet; Opus takes 10, 20, 40 and 60 ms.</summary>
    public Duration Frame { get; init; } = Duration.FromMilliseconds(20);

    /// <summary>The time from the start to the first packet.</summary>
    public Duration StartsAfter { get; init; }

    /// <summary>Whether it repeats its speech until it is stopped.</summary>
    public bool IsLooping { get; init; }

    /// <summary>Silence before each repetition.</summary>
    public Duration Pause { get; init; }

    /// <summary>Whether it sends nothing in silence; else it sends silence.</summary>
    public bool SkipsSilence { get; init; }

    /// <summary>The id of the header extension with its level (RFC 6464), 1 to 14; 0 for none.</summary>
    public int LevelExtension { get; init; }

    public OpusOptions Opus { get; init; } = OpusOptions.Default;

    /// <summary>Seeds the talker's SSRC, its first sequence number and timestamp, and the times of its reports.</summary>
    public int Seed { get; init; }

    /// <summary>The payload type that packets have.</summary>
    public byte EffectivePayloadType => PayloadTypes.Of(Format, PayloadType);
}
