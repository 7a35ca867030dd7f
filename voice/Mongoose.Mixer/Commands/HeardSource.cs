using System.Globalization;
using System.Text.Json.Serialization;
using Mongoose.Mixer.Recordings;

namespace Mongoose.Mixer.Commands;

/// <summary>A gap, in seconds from the start of the recording.</summary>
internal readonly record struct HeardGap(double StartS, double LengthS);

/// <summary>The counts of "listen" for a source; times in seconds from the start of the recording.</summary>
internal sealed record HeardSource(
    string Name, string Ssrc, string Codec, double FirstHeardS, long Packets, long Bytes, long Lost, long Late, long Refused,
    double JitterMs,
    double HeardSeconds, double MissingSeconds, double DriftMs, double? MeanDbov, double? PeakDbov, IReadOnlyList<HeardGap> Gaps)
{
    /// <summary>The source as text.</summary>
    [JsonIgnore]
    public string Text => string.Create(CultureInfo.InvariantCulture,
        $"{(Name.Length > 0 ? Name : "-")} ({Ssrc}) {Codec}: {Packets} packets, {Lost} lost, {Late} late, "
        + $"{HeardSeconds:0.0} s heard, {Counted.Of(Gaps.Count, "gap")} of {MissingSeconds:0.00} s"
        + $"{(MeanDbov is { } mean ? $", {mean:0.0} dBov, peak {PeakDbov:0.0} dBov" : "")}");

    public static HeardSource Of(RecordedSource source) => new(
        source.Name, source.Ssrc.ToString("x8", CultureInfo.InvariantCulture), source.Codec, source.FirstHeard.Seconds, source.Packets,
        source.Bytes, source.Lost,
        source.Late, source.Refused, source.Jitter.Milliseconds, source.Heard.Seconds, source.Missing.Seconds, source.Drift.Milliseconds,
        source.MeanLevel, source.PeakLevel, source.Gaps.Select(gap => new HeardGap(gap.Start.Seconds, gap.Length.Seconds)).ToArray());
}
