using System.Runtime.InteropServices;
using Mongoose.Mixer.Runs;
using Mongoose.Mixer.Settings;
using Mongoose.Runtime.CommandLine;

namespace Mongoose.Mixer.Results;

/// <summary>A run's result, as written to JSON.</summary>
/// <param name="StartedAt">When the run began, in UTC.</param>
/// <param name="Seconds">The planned length; NaN for a run until it is stopped.</param>
/// <param name="Interrupted">Whether the user stopped the run.</param>
internal sealed record MixerResult(
    string Schema, string Name, string Version, string Os, string Runtime, DateTimeOffset StartedAt, string Command, double FrameMs,
    double Seconds, double LengthS, bool Interrupted, MixerSummary Summary, IReadOnlyList<ThresholdResult> Thresholds,
    IReadOnlyList<PeerResult> Peers)
{
    /// <summary>Changes when readers must change.</summary>
    public const string SchemaName = "mongoose-mixer/1";

    public static MixerResult Of(MixerRun run, MixerSettings settings, MixerSummary summary, IEnumerable<Threshold> thresholds) => new(
        Schema: SchemaName,
        Name: settings.Name,
        Version: "",
        Os: RuntimeInformation.OSDescription,
        Runtime: RuntimeInformation.FrameworkDescription,
        StartedAt: default,
        Command: "",
        FrameMs: settings.FrameMilliseconds,
        Seconds: double.NaN,
        LengthS: run.Elapsed.Seconds,
        Interrupted: false,
        Summary: summary,
        Thresholds: thresholds.Select(threshold => MixerSummary.Metrics.Evaluate(threshold, summary)).ToArray(),
        Peers: run.Records.Select((record, i) => PeerResult.Of(record, settings.Peers[i], run.Elapsed)).ToArray());
}
