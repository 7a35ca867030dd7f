using Mongoose.Core.Status.Metrics;
using Mongoose.Core.Units;
using Mongoose.Runtime.Output;
using Mongoose.Voice.Conferences;
using Mongoose.Voice.Mixing;

namespace Mongoose.Mixer.Status;

/// <summary>The metrics of a mixer after a second.</summary>
/// <param name="name">The mixer's name.</param>
/// <param name="version">The program's version.</param>
/// <param name="second">The second; null before the first.</param>
/// <param name="process">What the runtime said of the process at its end.</param>
internal sealed class MixerMetrics(string name, string version, MixerSecond? second, ProcessReading process)
{
    public IReadOnlyList<Metric> All => [.. OfProcess, .. OfPeers];

    private IReadOnlyList<Metric> OfProcess =>
    [
        Of("info", "Always 1; the labels are the mixer's name and version.", [new Sample(1, ("name", name), ("version", version))]),
        Of("cpu_seconds_total", "Processor time that the mixer used.", Value(process.Processor.TotalSeconds)),
        Of("paused_seconds_total", "Time in which garbage collections paused the mixer.", Value(process.Paused.TotalSeconds)),
        Of("memory_bytes", "Memory that the mixer occupies.", Value(process.MemoryBytes)),
        Of("wrong_lines_total", "Control lines that were not understood.", Value(second?.WrongLines)),
        new("mongoose_mixer_frame_lateness_seconds", MetricKind.Histogram, "How late frames began.",
            () => second is null ? [] : DelayBuckets.Of(second.Lateness)),
    ];

    private IReadOnlyList<Metric> OfPeers =>
    [
        Peer("status", "1 for the peer's status, 0 for all others.", peer => States("status", peer.Status)),
        Peer("mode", "1 for what decides the number of streams, 0 for all else.", peer => States("mode", peer.Mixing.Mode)),
        Peer("failures_total", "Errors that stopped the peer.", peer => Value(peer.Status == PeerStatus.Failed ? 1 : 0)),
        Peer("heard_voices", "Voices heard from the peer.", peer => Value(peer.Heard)),
        Peer("sent_streams", "Streams sent in the last frame, a mix included.", peer => Value(peer.Alone + (peer.Mixed > 0 ? 1 : 0))),
        Peer("mixed_voices", "Voices in the mix of the last frame.", peer => Value(peer.Mixed)),
        Peer("allowed_streams", "Streams that path and settings allow.", peer => Value(peer.IsRendered ? null : peer.Mixing.Streams)),
        Peer("stream_changes_total", "Changes of the number of allowed streams.", peer => Value(peer.Mixing.Changes)),
        Peer("probing_seconds_total", "Time in which only probes were sent.", peer => Value(peer.Mixing.Silence.Seconds)),
        Peer("round_trip_seconds", "Round trip.", peer => Measured(peer, mixing => mixing.RoundTrip.Seconds)),
        Peer("path_delay_seconds", "Queueing on the way to the peer.", peer => Measured(peer, mixing => mixing.Queueing.Seconds)),
        Peer("loss_event_rate", "Loss event rate p, 0 to 1.", peer => Measured(peer, mixing => mixing.LossEventRate)),
        Peer("loss_events_total", "Loss events on the way to the peer.", peer => Value(peer.Mixing.LossEvents)),
        Peer("fair_rate_bytes", "Rate that a TCP would have on the way to the peer.",
            peer => peer.Mixing.FairRate == DataRate.MaxValue ? [] : Value(Bytes(peer.Mixing.FairRate))),
        Peer("delivered_rate_bytes", "Rate at which IP bytes arrive at the peer.",
            peer => Measured(peer, mixing => Bytes(mixing.Delivered))),
        Peer("sent_bytes_total", "IP bytes sent, with reports.", peer => Value(peer.SentBytes)),
        Peer("sent_packets_total", "RTP packets sent.", peer => Value(peer.SentPackets)),
        Peer("received_bytes_total", "IP bytes received, with reports.", peer => Value(peer.ReceivedBytes)),
        Peer("received_packets_total", "RTP packets received.", peer => Value(peer.ReceivedPackets)),
        Peer("missing_frames_total", "Frames of the peer's voices that were lost or late.", peer => Value(peer.Missing)),
        Peer("left_out_frames_total", "Frames without room in their packet to the peer.", peer => Value(peer.LeftOut)),
        Peer("refused_total", "Datagrams and streams that were not accepted.", peer => Value(peer.Refused)),
        Peer("breaker_trips_total", "Stops by the circuit breaker.", peer => Value(peer.Trips)),
        Peer("added_delay_seconds", "Longest delay that playout and conversion add to one of the peer's voices now.",
            peer => Value(peer.Delay.Seconds)),
    ];

    private static Metric Of(string name, string help, IEnumerable<Sample> samples) =>
        new($"mongoose_mixer_{name}", Metric.KindOf(name), help, () => samples);

    private Metric Peer(string name, string help, Func<PeerState, IEnumerable<Sample>> read) =>
        new($"mongoose_mixer_peer_{name}", Metric.KindOf(name), help, () =>
            from peer in second?.Peers ?? []
            from sample in read(peer.State)
            select sample.With(("peer", peer.State.Name), ("role", ResultNames.Of(peer.State.Role))));

    private static IEnumerable<Sample> Value(double? value) => value is { } known ? [new Sample(known)] : [];

    /// <summary>A figure of the path, if the peer's reports measure it.</summary>
    private static IEnumerable<Sample> Measured(in PeerState peer, Func<MixingState, double> value) =>
        Value(peer.Mixing.RoundTrip > Duration.Zero ? value(peer.Mixing) : null);

    private static IEnumerable<Sample> States<T>(string label, T state) where T : struct, Enum =>
        Enum.GetValues<T>().Select(each => new Sample(each.Equals(state) ? 1 : 0, (label, ResultNames.Of(each))));

    private static double Bytes(DataRate rate) => rate.KilobitsPerSecond * 1e3 / 8;
}
