namespace Mongoose.Core.Loss;

/// <summary>What a packet's sequence number says about it.</summary>
public enum PacketKind
{
    /// <summary>A first transmission with the number after the highest so far, or the first packet of a circuit.</summary>
    InSequence = 0,
    /// <summary>A first transmission that leaves numbers out.</summary>
    AfterGap,
    /// <summary>A first transmission below the highest number, not seen before: reordered on the way.</summary>
    Late,
    /// <summary>A number that has arrived before, or one too old to tell.</summary>
    Duplicate,
    /// <summary>A resent packet, which carries the number of the transmission that was lost: never new data.</summary>
    Resent,
    /// <summary>A number too far from the others to belong to the circuit; it changes nothing.</summary>
    Implausible,
}
