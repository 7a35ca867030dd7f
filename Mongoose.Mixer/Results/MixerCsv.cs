using Mongoose.Runtime.Output;

namespace Mongoose.Mixer.Results;

/// <summary>The results as tables: peers.csv has a line for each peer, seconds.csv one for each peer and second.</summary>
internal static class MixerCsv
{
    private const string PeersFile = "peers.csv", SecondsFile = "seconds.csv";

    /// <exception cref="OutputException">The directory is not writable.</exception>
    public static void CheckWritable(string directory) => CsvFolder.CheckWritable(directory, PeersFile, SecondsFile);

    /// <exception cref="OutputException">The directory is not writable.</exception>
    public static void Write(MixerResult result, string directory) =>
        CsvFolder.Write(directory, (PeersFile, Peers(result)), (SecondsFile, Seconds(result)));

    internal static CsvTable Peers(MixerResult result)
    {
        CsvTable table = new("peer", "role", "codec", "rule", "status", "opened_s", "silent_seconds", "min_streams", "probing_seconds", "changes",
            "p95_queue_ms", "p95_rtt_ms", "max_delay_ms", "loss_events", "missing", "left_out", "refused", "breaker_trips", "sent_kbps", "peak_sent_kbps",
            "received_kbps", "sent_packets", "sent_bytes", "received_packets", "received_bytes");
        foreach (PeerResult peer in result.Peers)
        {
            table.Add(peer.Name, ResultNames.Of(peer.Role), peer.Codec, peer.Rule, ResultNames.Of(peer.Status), peer.OpenedS, peer.SilentSeconds,
                peer.MinStreams, peer.ProbingSeconds, peer.Changes, peer.P95QueueMs, peer.P95RttMs, peer.MaxDelayMs, peer.LossEvents, peer.Missing,
                peer.LeftOut, peer.Refused, peer.BreakerTrips, peer.SentKbps, peer.PeakSentKbps, peer.ReceivedKbps, peer.SentPackets, peer.SentBytes,
                peer.ReceivedPackets, peer.ReceivedBytes);
        }
        return table;
    }

    internal static CsvTable Seconds(MixerResult result)
    {
        CsvTable table = new("peer", "second", "status", "heard", "allowed", "alone", "mixed", "rtt_ms", "queue_ms", "loss_event_percent", "fair_kbps",
            "sent_kbps", "received_kbps", "missing");
        foreach (PeerResult peer in result.Peers)
        {
            PeerSeries series = peer.Seconds;
            for (int i = 0; i < series.Second.Length; i++)
            {
                table.Add(peer.Name, series.Second[i], series.Status[i], series.Heard[i], series.Allowed[i], series.Alone[i], series.Mixed[i], series.RttMs[i],
                    series.QueueMs[i], series.LossEventPercent[i], series.FairKbps[i], series.SentKbps[i], series.ReceivedKbps[i], series.Missing[i]);
            }
        }
        return table;
    }
}
