using System.Globalization;
using System.Text;
using System.Text.Json.Serialization;
using Mongoose.Mixer.Talkers;

namespace Mongoose.Mixer.Commands;

/// <summary>What "speak" counts.</summary>
/// <param name="Voices">Each voice.</param>
/// <param name="ReturnedPackets">RTP packets that came back.</param>
/// <param name="ReturnedSources">Their sources.</param>
/// <param name="ReturnedReports">RTCP datagrams that came back.</param>
/// <param name="ReturnedFeedback">RFC 8888 packets that came back.</param>
internal sealed record SpeakResult(IReadOnlyList<SpokenVoice> Voices, long ReturnedPackets, int ReturnedSources, long ReturnedReports, long ReturnedFeedback)
{
    public int Schema => 1;

    /// <summary>Whether anything came back.</summary>
    [JsonIgnore]
    public bool HasAnswer => ReturnedPackets + ReturnedReports > 0;

    /// <summary>The result for readers.</summary>
    [JsonIgnore]
    public string Text
    {
        get
        {
            StringBuilder text = new();
            foreach (SpokenVoice voice in Voices)
                text.Append(voice.Text).Append('\n');
            return text.Append(CultureInfo.InvariantCulture,
                $"came back: {ReturnedPackets} packets of {ReturnedSources} sources, {ReturnedReports} reports, {ReturnedFeedback} feedback\n").ToString();
        }
    }

    public static SpeakResult Of(TalkerPort port) => new(
        port.Talkers.Select(talker => SpokenVoice.Of(talker.Counts)).ToArray(), port.ReturnedPackets, port.ReturnedSources, port.ReturnedReports, port.ReturnedFeedback);
}

/// <summary>What "speak" counts of a voice.</summary>
internal sealed record SpokenVoice(
    string Name, string Ssrc, long Packets, long Bytes, long SilentFrames, long Reports, int ReportedLost, double ReportedJitterMs, double? RoundTripMs)
{
    [JsonIgnore]
    public string Text => string.Create(CultureInfo.InvariantCulture,
        $"{Name} ({Ssrc}): {Packets} packets, {Bytes} bytes{(Reports > 0 ? $"; reported: {ReportedLost} lost, jitter {ReportedJitterMs:0.0} ms" : "")}");

    public static SpokenVoice Of(TalkerCounts counts) => new(
        counts.Name, counts.Ssrc.ToString("x8", CultureInfo.InvariantCulture), counts.Packets, counts.Bytes, counts.Skipped,
        counts.Reports, counts.ReportedLost, counts.ReportedJitter.Milliseconds, counts.RoundTrip?.Milliseconds);
}
