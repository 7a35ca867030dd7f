using Mongoose.Core.Units;
using Mongoose.Voice.Audio;

namespace Mongoose.Voice.Trunks;

/// <summary>
/// The time by which a forwarded voice is ahead of mixes from the same trunks: each trunk resamples and encodes its mixes, which delays
/// them. The mixer that decodes the voice delays it by this time, so that a voice that changes over neither repeats nor skips.
/// </summary>
/// <param name="Trunks">Trunks that forwarded the voice, 0 to <see cref="MaxTrunks"/>.</param>
/// <param name="OpusTrunks">The number of these trunks whose mixes are encoded in Opus.</param>
public readonly record struct TrunkLead(int Trunks, int OpusTrunks)
{
    /// <summary>The maximum number of trunks that are counted.</summary>
    public const int MaxTrunks = 6;

    /// <summary>The longest lead.</summary>
    public static readonly Duration MaxTime = new TrunkLead(MaxTrunks, MaxTrunks).Time;

    internal bool IsValid => Trunks is >= 0 and <= MaxTrunks && OpusTrunks >= 0 && OpusTrunks <= Trunks;

    /// <summary>The lead as one number: 0 for no trunk, 1 and 2 for one, 3 to 5 for two, and so on.</summary>
    internal int Code => Trunks * (Trunks + 1) / 2 + OpusTrunks;

    public Duration Time => Resampler.MaxDelay * Trunks + AudioFormat.OpusDelay * OpusTrunks;

    /// <summary>The lead after one more trunk.</summary>
    /// <param name="mixes">The format of its mixes.</param>
    public TrunkLead AfterTrunk(AudioFormat mixes) =>
        Trunks == MaxTrunks ? this : new TrunkLead(Trunks + 1, OpusTrunks + (mixes.Codec == AudioCodec.Opus ? 1 : 0));

    /// <summary>The lead of a <see cref="Code"/>; it is not valid if there are too many trunks.</summary>
    internal static TrunkLead Of(int code)
    {
        int trunks = 0;
        for (; code > trunks; trunks++)
            code -= trunks + 1;
        return new TrunkLead(trunks, code);
    }
}
