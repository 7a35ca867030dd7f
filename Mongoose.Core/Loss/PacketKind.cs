namespace Mongoose.Core.Loss;

/// <summary>
/// Classification of a packet by its sequence number. The order matters: kinds up to <see cref="Late"/> are new data.
/// </summary>
public enum PacketKind
{
    /// <summary>
    /// A first transmission whose number follows the highest so far, or the first packet of a circuit or of a restarted numbering.
    /// </summary>
    InSequence,
    /// <summary>A first transmission that skips numbers.</summary>
    AfterGap,
    /// <summary>A first transmission that arrives after one with a higher number: the path reordered it.</summary>
    Late,
    /// <summary>A number that has arrived before, as a first transmission or as a resend.</summary>
    Duplicate,
    /// <summary>A resent packet, which carries the number of the lost transmission.</summary>
    Resent,
    /// <summary>
    /// A first transmission whose number is 0, or too far from the highest. It is not counted. If the next packet has the next number,
    /// numbering restarts there.
    /// </summary>
    Implausible,
}
