using Mongoose.Core.Units;
using Mongoose.Mixer.Runs;

namespace Mongoose.Mixer.Commands;

/// <summary>A snapshot of a run, taken on the run's thread to be shown on another thread.</summary>
/// <param name="Length">The planned length; null for a run until it is stopped.</param>
/// <param name="Peers">The last second of all peers.</param>
internal sealed record RunView(Duration Elapsed, Duration? Length, IReadOnlyList<PeerSecond> Peers)
{
    /// <summary>The progress of the run, such as <c>5 of 60 s</c>.</summary>
    public string Progress => Length is { } length ? FormattableString.Invariant($"{Elapsed.Seconds:0} of {length.Seconds:0} s")
        : FormattableString.Invariant($"{Elapsed.Seconds:0} s");

    public static RunView From(MixerRun run, Duration? length) =>
        new(run.Elapsed, length, run.Records.Select(record => record.Last).ToArray());
}
