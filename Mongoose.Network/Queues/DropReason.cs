namespace Mongoose.Network.Queues;

/// <summary>Why a queue dropped a packet, or marked it instead.</summary>
public enum DropReason
{
    /// <summary>No room: the arriving packet, or with flow queues packets of the longest one.</summary>
    Overflow,
    /// <summary>PIE's random decision about an arriving packet.</summary>
    Early,
    /// <summary>CoDel: packets have waited longer than the target for an interval.</summary>
    Target,
}
