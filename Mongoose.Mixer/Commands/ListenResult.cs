using System.Globalization;
using System.Text;
using System.Text.Json.Serialization;
using Mongoose.Mixer.Recordings;

namespace Mongoose.Mixer.Commands;

/// <summary>What "listen" counts.</summary>
/// <param name="Seconds">The time that was recorded.</param>
/// <param name="Refused">Datagrams that were not understood, or came from elsewhere.</param>
/// <param name="Sources">Each source.</param>
internal sealed record ListenResult(double Seconds, long Refused, IReadOnlyList<HeardSource> Sources)
{
    public int Schema => 1;

    /// <summary>The result for readers.</summary>
    [JsonIgnore]
    public string Text
    {
        get
        {
            StringBuilder text = new();
            foreach (HeardSource source in Sources)
                text.Append(source.Text).Append('\n');
            return text.Append(CultureInfo.InvariantCulture, $"recorded: {Seconds:0.0} s, {Sources.Count} sources; {Refused} datagrams refused\n").ToString();
        }
    }

    public static ListenResult Of(Recorder recorder) => new(recorder.Length.Seconds, recorder.Refused, recorder.Sources.Select(HeardSource.Of).ToArray());
}

/// <summary>What "listen" counts of a source; times in seconds from the start of the recording.</summary>
internal sealed record HeardSource(
    string Name, string Ssrc, string Codec, double FirstHeard, long Packets, long Bytes, long Lost, long Late, long Refused, double JitterMs,
    double HeardSeconds, double MissingSeconds, double? MeanDbov, double? PeakDbov, IReadOnlyList<HeardGap> Gaps)
{
    [JsonIgnore]
    public string Text => string.Create(CultureInfo.InvariantCulture, $"{(Name.Length > 0 ? Name : "-")} ({Ssrc}) {Codec}: {Packets} packets, {Lost} lost, {Late} late, "
        + $"{HeardSeconds:0.0} s heard, {Gaps.Count} gaps of {MissingSeconds:0.00} s{(MeanDbov is { } mean ? $", {mean:0.0} dBov, peak {PeakDbov:0.0} dBov" : "")}");

    public static HeardSource Of(RecordedSource source) => new(
        source.Name, source.Ssrc.ToString("x8", CultureInfo.InvariantCulture), source.Codec, source.FirstHeard.Seconds, source.Packets, source.Bytes, source.Lost,
        source.Late, source.Refused, source.Jitter.Milliseconds, source.Heard.Seconds, source.Missing.Seconds,
        source.MeanLevel, source.PeakLevel, source.Gaps.Select(gap => new HeardGap(gap.Start.Seconds, gap.Length.Seconds)).ToArray());
}

/// <summary>A gap, in seconds.</summary>
internal readonly record struct HeardGap(double Start, double Length);
