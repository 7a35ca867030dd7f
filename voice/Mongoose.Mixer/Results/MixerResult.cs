using System.Runtime.InteropServices;
using Mongoose.Mixer.Runs;
using Mongoose.Mixer.Settings;
using Mongoose.Runtime.CommandLine;

namespace Mongoose.Mixer.Results;

/// <summary>A run's result, as written to JSON.</summary>
internal sealed record MixerResult
{
    /// <summary>Changes when readers must change.</summary>
    public const string SchemaName = "mongoose-mixer/1";

    public string Schema { get; init; } = SchemaName;
    public required string Name { get; init; }
    public string Version { get; init; } = "";
    public string Os { get; init; } = RuntimeInformation.OSDescription;
    public string Runtime { get; init; } = RuntimeInformation.FrameworkDescription;

    /// <summary>When the run began, in UTC.</summary>
    public DateTimeOffset StartedAt { get; init; }

    public string Command { get; init; } = "";
    public required double FrameMs { get; init; }

    /// <summary>The planned length; NaN for a run until it is stopped.</summary>
    public required double Seconds { get; init; }

    public required double LengthS { get; init; }

    /// <summary>Whether the user stopped the run.</summary>
    public required bool Interrupted { get; init; }

    public required MixerSummary Summary { get; init; }
    public required IReadOnlyList<ThresholdResult> Thresholds { get; init; }
    public required IReadOnlyList<PeerResult> Peers { get; init; }

    public static MixerResult Of(MixerRun run, MixerSettings settings, MixerSummary summary, IEnumerable<Threshold> thresholds) => new()
    {
        Name = settings.Name,
        FrameMs = settings.FrameMilliseconds,
        Seconds = double.NaN,
        LengthS = run.Elapsed.Seconds,
        Interrupted = false,
        Summary = summary,
        Thresholds = thresholds.Select(threshold => MixerSummary.Metrics.Evaluate(threshold, summary)).ToArray(),
        Peers = run.Records.Select((record, i) => PeerResult.Of(record, settings.Peers[i], run.Elapsed)).ToArray(),
    };
}
