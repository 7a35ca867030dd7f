using System.Text.Json.Serialization;
using Mongoose.Mixer.Talkers;

namespace Mongoose.Mixer.Commands;

/// <summary>The counts of "speak".</summary>
/// <param name="ReturnedPackets">RTP packets that came back.</param>
/// <param name="ReturnedSources">Sources of those packets.</param>
/// <param name="ReturnedReports">RTCP datagrams that came back.</param>
/// <param name="ReturnedFeedback">RFC 8888 packets that came back.</param>
internal sealed record SpeakResult(IReadOnlyList<SpokenVoice> Voices, long ReturnedPackets, int ReturnedSources, long ReturnedReports,
    long ReturnedFeedback)
    : VoiceResult("mongoose-speak/1")
{
    /// <summary>Whether anything came back.</summary>
    [JsonIgnore]
    public bool HasAnswer => ReturnedPackets + ReturnedReports > 0;

    [JsonIgnore]
    public override IEnumerable<string> Lines =>
    [
        .. Voices.Select(voice => voice.Text),
        $"came back: {Counted.Of(ReturnedPackets, "packet")} of {Counted.Of(ReturnedSources, "source")}, "
            + $"{Counted.Of(ReturnedReports, "report")}, {ReturnedFeedback} feedback",
    ];

    public static SpeakResult Of(TalkerPort port) => new(
        port.Talkers.Select(talker => SpokenVoice.Of(talker.Counts)).ToArray(), port.ReturnedPackets, port.ReturnedSources,
        port.ReturnedReports, port.ReturnedFeedback);
}
