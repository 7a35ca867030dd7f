using Mongoose.Core.Units;

namespace Mongoose.Mixer.Recordings;

/// <summary>The recording of a source, with its counts.</summary>
/// <param name="Name">The source's CNAME; empty if none came.</param>
/// <param name="Codec">The source's format, as SDP names it.</param>
/// <param name="FirstHeard">The time of its first packet, from the start of the recording.</param>
/// <param name="Packets">Packets that arrived, without duplicates.</param>
/// <param name="Bytes">IP bytes of those packets.</param>
/// <param name="Lost">Packets lost since the source began or last restarted (RFC 3550 section 6.4.1).</param>
/// <param name="Late">Packets that came too late to be recorded.</param>
/// <param name="Refused">Duplicates, packets of another payload type, and single packets with numbers far from the others.</param>
/// <param name="Jitter">Jitter of arrivals (RFC 3550 section 6.4.1).</param>
/// <param name="Heard">The time with audio.</param>
/// <param name="Missing">The time of audio that was lost or late.</param>
/// <param name="Gaps">The places of that audio, in order; at most <see cref="MaxGaps"/>.</param>
/// <param name="Drift">The corrected drift of its clock: samples left out because it runs fast, less repeated ones.</param>
/// <param name="MeanLevel">The level of the time with audio, in dBov; null without audio.</param>
/// <param name="PeakLevel">The largest sample, in dBov; null without audio.</param>
public sealed record RecordedSource(
    string Name, uint Ssrc, string Codec, Duration FirstHeard, long Packets, long Bytes, long Lost, long Late, long Refused,
    Duration Jitter,
    Duration Heard, Duration Missing, IReadOnlyList<RecordedGap> Gaps, Duration Drift, double? MeanLevel, double? PeakLevel)
{
    /// <summary>The maximum number of gaps that are kept.</summary>
    public const int MaxGaps = 10_000;
}

/// <summary>A gap in a source's audio.</summary>
/// <param name="Start">From the start of the recording.</param>
public readonly record struct RecordedGap(Duration Start, Duration Length);
