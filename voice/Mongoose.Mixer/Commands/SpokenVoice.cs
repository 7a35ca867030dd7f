using System.Globalization;
using System.Text.Json.Serialization;
using Mongoose.Mixer.Talkers;

namespace Mongoose.Mixer.Commands;

/// <summary>The counts of "speak" for a voice.</summary>
internal sealed record SpokenVoice(
    string Name, string Ssrc, long Packets, long Bytes, long SilentFrames, long Reports, int ReportedLost, double ReportedJitterMs,
    double? RoundTripMs)
{
    /// <summary>The voice as text.</summary>
    [JsonIgnore]
    public string Text => string.Create(CultureInfo.InvariantCulture,
        $"{Name} ({Ssrc}): {Packets} packets, {Bytes} bytes"
        + $"{(Reports > 0 ? $"; reported: {ReportedLost} lost, jitter {ReportedJitterMs:0.0} ms" : "")}");

    public static SpokenVoice Of(TalkerCounts counts) => new(
        counts.Name, counts.Ssrc.ToString("x8", CultureInfo.InvariantCulture), counts.Packets, counts.Bytes, counts.Skipped,
        counts.Reports, counts.ReportedLost, counts.ReportedJitter.Milliseconds, counts.RoundTrip?.Milliseconds);
}
