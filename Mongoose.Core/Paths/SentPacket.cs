using Mongoose.Core.Units;

namespace Mongoose.Core.Paths;

/// <summary>A packet that was sent and whose arrival will be reported.</summary>
public record struct SentPacket
{
    /// <summary>The packet's sequence number, which a resend keeps.</summary>
    public uint Number { get; init; }

    /// <summary>The bytes of the last transmission, with or without headers, as the sender counts them.</summary>
    public int Bytes { get; set; }

    /// <summary>The bytes of all packets that were sent for the first time before this one.</summary>
    public long Offset { get; init; }

    /// <summary>When the packet was first sent.</summary>
    public Instant FirstSent { get; init; }

    /// <summary>When the packet was last sent.</summary>
    public Instant LastSent { get; set; }

    /// <summary>The number of transmissions of the packet; assumed if the first was not observed.</summary>
    public int Transmissions { get; set; }

    public bool IsAcked { get; set; }

    /// <summary>Whether <see cref="SentPackets.TryNextOvertaken"/> has reported the packet.</summary>
    public bool IsOvertaken { get; set; }

    /// <summary>The sender's reaction to a missing ack.</summary>
    public LossState Loss { get; set; }

    /// <summary>The path's deliveries at the packet's first transmission.</summary>
    public DeliveryMark Mark { get; init; }
}

/// <summary>A sender's reaction to a packet whose ack is missing.</summary>
public enum LossState
{
    /// <summary>No reaction: the packet is neither overtaken nor late, or something else explains the missing ack.</summary>
    None,

    /// <summary>The packet's timer expired before acks showed a loss. The packet counts as lost, but not for path control.</summary>
    TimedOut,

    /// <summary>The packet counts as lost.</summary>
    Counted,

    /// <summary>The packet counts as lost and has been queued again.</summary>
    Queued,
}
