using System.Text.Json.Serialization;
using Mongoose.Mixer.Recordings;

namespace Mongoose.Mixer.Commands;

/// <summary>The counts of "listen".</summary>
/// <param name="LengthS">The time that was recorded.</param>
/// <param name="Refused">Datagrams that were not understood, or came from elsewhere.</param>
internal sealed record ListenResult(double LengthS, long Refused, IReadOnlyList<HeardSource> Sources) : VoiceResult("mongoose-listen/1")
{
    [JsonIgnore]
    public override IEnumerable<string> Lines =>
    [
        .. Sources.Select(source => source.Text),
        FormattableString.Invariant(
            $"recorded: {LengthS:0.0} s, {Counted.Of(Sources.Count, "source")}; {Counted.Of(Refused, "datagram")} refused"),
    ];

    public static ListenResult Of(Recorder recorder) =>
        new(recorder.Length.Seconds, recorder.Refused, recorder.Sources.Select(HeardSource.Of).ToArray());
}
