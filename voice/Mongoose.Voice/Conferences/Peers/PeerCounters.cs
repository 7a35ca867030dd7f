namespace Mongoose.Voice.Conferences.Peers;

/// <summary>Counters of a peer's traffic.</summary>
internal sealed class PeerCounters
{
    public long SentPackets { get; set; }

    /// <summary>IP bytes, RTCP included.</summary>
    public long SentBytes { get; set; }

    public long ReceivedPackets { get; set; }

    /// <summary>IP bytes, RTCP included.</summary>
    public long ReceivedBytes { get; set; }

    /// <summary>Datagrams, and streams in trunk packets, that were not understood or not accepted.</summary>
    public long Refused { get; set; }
}
