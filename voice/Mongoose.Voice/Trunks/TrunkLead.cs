using Mongoose.Core.Units;
using Mongoose.Voice.Audio;

namespace Mongoose.Voice.Trunks;

/// <summary>
/// By how much a voice that was passed on as it came is ahead of the mixes that came the same way: each trunk converts the sample rate of what it mixes, and
/// encodes it. The mixer that decodes the voice plays it later by this time, so that a voice that changes over neither repeats nor skips.
/// </summary>
/// <param name="Trunks">Trunks by which the voice was passed on, 0 to <see cref="Most"/>.</param>
/// <param name="OpusTrunks">Those of them whose mixes are encoded in Opus.</param>
public readonly record struct TrunkLead(int Trunks, int OpusTrunks)
{
    /// <summary>The most trunks that are counted.</summary>
    public const int Most = 6;

    /// <summary>The longest lead.</summary>
    public static readonly Duration Longest = new TrunkLead(Most, Most).Time;

    internal bool IsValid => Trunks is >= 0 and <= Most && OpusTrunks >= 0 && OpusTrunks <= Trunks;

    /// <summary>The lead as one number: no trunk is 0, one trunk 1 and 2, two trunks 3 to 5, and so on.</summary>
    internal int Code => Trunks * (Trunks + 1) / 2 + OpusTrunks;

    public Duration Time => Resampler.LongestDelay * Trunks + AudioFormat.OpusDelay * OpusTrunks;

    /// <summary>The lead behind one more trunk.</summary>
    /// <param name="mixes">The format of its mixes.</param>
    public TrunkLead Behind(AudioFormat mixes) =>
        Trunks == Most ? this : new TrunkLead(Trunks + 1, OpusTrunks + (mixes.Codec == AudioCodec.Opus ? 1 : 0));

    /// <summary>The lead of a <see cref="Code"/>; it is not valid if there are too many trunks.</summary>
    internal static TrunkLead Of(int code)
    {
        int trunks = 0;
        for (; code > trunks; trunks++)
            code -= trunks + 1;
        return new TrunkLead(trunks, code);
    }
}
