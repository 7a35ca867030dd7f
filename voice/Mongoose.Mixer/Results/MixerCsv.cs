using Mongoose.Runtime.Output;

namespace Mongoose.Mixer.Results;

/// <summary>The results as tables: peers.csv has a line for each peer, seconds.csv one for each peer and second.</summary>
internal static class MixerCsv
{
    private const string PeersFile = "peers.csv", SecondsFile = "seconds.csv";

    /// <summary>The columns of peers.csv.</summary>
    internal static readonly CsvTable<PeerResult> Peers = new(
        ("peer", peer => peer.Name),
        ("role", peer => ResultNames.Of(peer.Role)),
        ("codec", peer => peer.Codec),
        ("rule", peer => peer.Rule),
        ("status", peer => ResultNames.Of(peer.Status)),
        ("opened_s", peer => peer.OpenedS),
        ("silent_seconds", peer => peer.SilentSeconds),
        ("min_streams", peer => peer.MinStreams),
        ("probing_seconds", peer => peer.ProbingSeconds),
        ("changes", peer => peer.Changes),
        ("p95_queue_ms", peer => peer.P95QueueMs),
        ("p95_rtt_ms", peer => peer.P95RttMs),
        ("max_delay_ms", peer => peer.MaxDelayMs),
        ("loss_events", peer => peer.LossEvents),
        ("missing", peer => peer.Missing),
        ("left_out", peer => peer.LeftOut),
        ("refused", peer => peer.Refused),
        ("breaker_trips", peer => peer.BreakerTrips),
        ("sent_kbps", peer => peer.SentKbps),
        ("peak_sent_kbps", peer => peer.PeakSentKbps),
        ("received_kbps", peer => peer.ReceivedKbps),
        ("sent_packets", peer => peer.SentPackets),
        ("sent_bytes", peer => peer.SentBytes),
        ("received_packets", peer => peer.ReceivedPackets),
        ("received_bytes", peer => peer.ReceivedBytes));

    /// <summary>The columns of seconds.csv.</summary>
    internal static readonly CsvTable<SeriesSecond> Seconds = new(
        ("peer", second => second.Peer),
        ("second", second => second.Series.Second[second.Index]),
        ("status", second => second.Series.Status[second.Index]),
        ("heard", second => second.Series.Heard[second.Index]),
        ("allowed", second => second.Series.Allowed[second.Index]),
        ("alone", second => second.Series.Alone[second.Index]),
        ("mixed", second => second.Series.Mixed[second.Index]),
        ("rtt_ms", second => second.Series.RttMs[second.Index]),
        ("queue_ms", second => second.Series.QueueMs[second.Index]),
        ("loss_event_percent", second => second.Series.LossEventPercent[second.Index]),
        ("fair_kbps", second => second.Series.FairKbps[second.Index]),
        ("sent_kbps", second => second.Series.SentKbps[second.Index]),
        ("received_kbps", second => second.Series.ReceivedKbps[second.Index]),
        ("missing", second => second.Series.Missing[second.Index]));

    /// <exception cref="OutputException">The directory is not writable.</exception>
    public static void CheckWritable(string directory) => CsvFolder.CheckWritable(directory, PeersFile, SecondsFile);

    /// <exception cref="OutputException">The directory is not writable.</exception>
    public static void Write(MixerResult result, string directory) => CsvFolder.Write(directory,
        (PeersFile, text => Peers.Write(text, result.Peers)), (SecondsFile, text => Seconds.Write(text, SecondsOf(result))));

    internal static IEnumerable<SeriesSecond> SecondsOf(MixerResult result) =>
        result.Peers.SelectMany(peer =>
        Enumerable.Range(0, peer.Seconds.Second.Length).Select(index => new SeriesSecond(peer.Name, peer.Seconds, index)));

    /// <summary>A second of a peer.</summary>
    /// <param name="Series">All seconds of the peer.</param>
    /// <param name="Index">The index of this second.</param>
    internal readonly record struct SeriesSecond(string Peer, PeerSeries Series, int Index);
}
