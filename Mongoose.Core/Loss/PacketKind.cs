namespace Mongoose.Core.Loss;

/// <summary>Classification of a packet by its sequence number.</summary>
public enum PacketKind
{
    /// <summary>A first transmission whose number follows the highest so far, or the first packet of a circuit.</summary>
    InSequence = 0,
    /// <summary>A first transmission that skips numbers.</summary>
    AfterGap,
    /// <summary>A first transmission below the highest number that had not arrived before: it was reordered on the path.</summary>
    Late,
    /// <summary>A number that has arrived before, or that is too old to decide.</summary>
    Duplicate,
    /// <summary>A resent packet, which carries the number of the lost transmission. It is never new data.</summary>
    Resent,
    /// <summary>A number too far from the highest to belong to the circuit. It changes nothing.</summary>
    Implausible,
}
