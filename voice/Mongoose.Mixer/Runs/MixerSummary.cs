using Mongoose.Runtime.CommandLine;
using Mongoose.Voice.Conferences;

namespace Mongoose.Mixer.Runs;

/// <summary>A run's results over all its peers. Names are those of results and of thresholds.</summary>
internal sealed record MixerSummary(
    int Peers, int PeersSilent, int PeersIncompatible, int PeersFailed, double SilentSeconds, double MinStreams, double ProbingSeconds,
    double ChangesPerMinute, double MaxP95QueueMs, double MaxP95RttMs, double MaxDelayMs, double MissingPercent, long LeftOut,
    long LossEvents, long Refused, long BreakerTrips, double SentKbps, double PeakSentKbps, double ReceivedKbps, long WrongLines,
    double CpuCores, double PeakMemoryMB)
{
    /// <summary>The metrics of <c>--fail-if</c>, as documents describe them.</summary>
    public static readonly MetricTable<MixerSummary> Metrics = new("max_p95_queue_ms>200",
        new("peers_silent", summary => summary.PeersSilent, "peers that never sent anything"),
        new("peers_incompatible", summary => summary.PeersIncompatible,
            "peers of another version or frame length at the end"),
        new("peers_failed", summary => summary.PeersFailed, "peers stopped by a fault"),
        new("silent_seconds", summary => summary.SilentSeconds, "seconds without a byte from a peer, the maximum over peers"),
        new("min_streams", summary => summary.MinStreams,
            "minimum streams to a mixer or `separate` client while it had more voices than streams, "
                + "after the first 10 s"),
        new("probing_seconds", summary => summary.ProbingSeconds,
            "seconds in which a peer got only probes, the maximum over peers"),
        new("changes_per_minute", summary => summary.ChangesPerMinute, "changes of the number of streams, the maximum over peers"),
        new("max_p95_queue_ms", summary => summary.MaxP95QueueMs,
            "queueing delay, 95th percentile of seconds, the maximum over peers"),
        new("max_p95_rtt_ms", summary => summary.MaxP95RttMs, "the same of the round trip"),
        new("max_delay_ms", summary => summary.MaxDelayMs, "maximum delay that this mixer added to a voice"),
        new("missing_percent", summary => summary.MissingPercent,
            "lost or late frames of voices, of all expected"),
        new("left_out", summary => summary.LeftOut, "frames without room in their packet to a mixer"),
        new("loss_events", summary => summary.LossEvents, "loss events on the paths to all peers"),
        new("refused", summary => summary.Refused,
            "datagrams that were not understood, or not from the peer's address; streams that were not accepted"),
        new("breaker_trips", summary => summary.BreakerTrips, "stops by the circuit breaker (RFC 8083)"),
        new("sent_kbps", summary => summary.SentKbps, "mean rate of IP bytes sent to all peers"),
        new("peak_sent_kbps", summary => summary.PeakSentKbps, "maximum of IP bytes sent to a peer in a second"),
        new("received_kbps", summary => summary.ReceivedKbps, "mean rate of IP bytes received from all peers"),
        new("wrong_lines", summary => summary.WrongLines, "control lines that were not understood"),
        new("cpu_cores", summary => summary.CpuCores, "processor time of this process"),
        new("peak_memory_mb", summary => summary.PeakMemoryMB, "peak resident memory, in 10^6 bytes"));

    /// <param name="run">A run, over or still running.</param>
    /// <param name="wrongLines">Lines on the control port that were not understood.</param>
    /// <param name="process">The process's use of resources since the run began.</param>
    public static MixerSummary Of(MixerRun run, long wrongLines, ProcessUse process)
    {
        IReadOnlyList<PeerRecord> records = run.Records;
        double seconds = Math.Max(1e-3, run.Elapsed.Seconds), expected = records.Sum(record => record.ExpectedFrames);
        return new MixerSummary(
            Peers: records.Count,
            PeersSilent: records.Count(record => !record.WasHeard),
            PeersIncompatible: records.Count(record => record.Last.State.Status == PeerStatus.Incompatible),
            PeersFailed: records.Count(record => record.Last.State.Status == PeerStatus.Failed),
            SilentSeconds: records.Max(record => record.SilentSeconds),
            MinStreams: Measured(records, record => record.MinStreams).Min(),
            ProbingSeconds: records.Max(record => record.Last.State.Mixing.Silence.Seconds),
            ChangesPerMinute: records.Max(record => record.Last.State.Mixing.Changes) * 60 / seconds,
            MaxP95QueueMs: Measured(records, record => record.P95QueueMs).Max(),
            MaxP95RttMs: Measured(records, record => record.P95RttMs).Max(),
            MaxDelayMs: records.Max(record => record.Last.State.MaxDelay.Milliseconds),
            MissingPercent: expected > 0 ? records.Sum(record => record.Last.State.Missing) * 100 / expected : double.NaN,
            LeftOut: records.Sum(record => record.Last.State.LeftOut),
            LossEvents: records.Sum(record => record.Last.State.Mixing.LossEvents),
            Refused: records.Sum(record => record.Last.State.Refused),
            BreakerTrips: records.Sum(record => record.Last.State.Trips),
            SentKbps: records.Sum(record => record.Last.State.SentBytes) * 8 / 1e3 / seconds,
            PeakSentKbps: records.Max(record => record.PeakSent.KilobitsPerSecond),
            ReceivedKbps: records.Sum(record => record.Last.State.ReceivedBytes) * 8 / 1e3 / seconds,
            WrongLines: wrongLines,
            CpuCores: process.Cores(run.Elapsed),
            PeakMemoryMB: process.PeakMemoryMB);
    }

    /// <summary>The values that were measured; a single NaN if none was, so that every figure computed from it is NaN too.</summary>
    private static IEnumerable<double> Measured(IEnumerable<PeerRecord> records, Func<PeerRecord, double> value) =>
        records.Select(value).Where(figure => !double.IsNaN(figure)).DefaultIfEmpty(double.NaN);
}
