namespace Mongoose.Verse.Connection;

/// <summary>Counters of a connection. Bytes of packets are those of datagrams, without IP and UDP headers.</summary>
public sealed record VerseCounters
{
    /// <summary>Packets sent, of any kind.</summary>
    public long PacketsSent;
    /// <summary>Payload packets sent, empty ones included.</summary>
    public long PayloadPacketsSent;
    public long BytesSent;
    /// <summary>Values and removals sent, repetitions included.</summary>
    public long ValuesSent;
    /// <summary>Bytes of values sent, without their coding, repetitions included.</summary>
    public long ValueBytesSent;
    /// <summary>The part of <see cref="ValuesSent"/> that had been sent before.</summary>
    public long ValuesResent;
    /// <summary>The part of <see cref="ValueBytesSent"/> that belongs to values that had been sent before.</summary>
    public long ValueBytesResent;
    /// <summary>Values never sent because a newer one replaced them while they waited.</summary>
    public long ValuesReplaced;
    /// <summary>Values of lost packets that were not sent again because a newer one had been sent or waited.</summary>
    public long ObsoleteLeftOut;
    /// <summary>Payload packets that the peer acknowledged.</summary>
    public long PacketsAcked;
    /// <summary>Payload packets lost according to the peer's NAKs.</summary>
    public long PacketsNaked;
    /// <summary>Payload packets lost according to the timer.</summary>
    public long PacketsTimedOut;
    /// <summary>Expiries of the timer.</summary>
    public long TimerExpiries;
    /// <summary>Packets accepted, of any kind.</summary>
    public long PacketsReceived;
    /// <summary>Datagrams refused.</summary>
    public long PacketsRefused;
    public long BytesReceived;
    /// <summary>Values and removals received, those that changed nothing included.</summary>
    public long ValuesReceived;
    /// <summary>The part of <see cref="ValuesReceived"/> that was older than the newest value of its key, and repeated removals.</summary>
    public long ObsoleteReceived;
    /// <summary>Payload packets that arrived after one that was sent later; their values are used.</summary>
    public long PacketsLate;
    /// <summary>Payload packets that arrived twice, or too late to be used.</summary>
    public long PacketsRepeated;
}
