namespace Mongoose.Core.Loss;

/// <summary>What <see cref="SequenceTracker"/> concludes from one packet.</summary>
/// <param name="Kind">What the packet is.</param>
/// <param name="Number">Its sequence number, counted on across wraps; meaningless when implausible.</param>
/// <param name="Loss">Packets that are now known to be lost; empty (Count 0) when there are none.</param>
public readonly record struct PacketVerdict(PacketKind Kind, long Number, LossGap Loss)
{
    /// <summary>
    /// Whether a packet of this number has arrived before, a first transmission or a resend: its content is known. <see cref="Kind"/> speaks
    /// of first transmissions alone.
    /// </summary>
    public bool IsRepeated { get; init; }

    /// <summary>Whether the packet is a first transmission that had not arrived before: only such data may open a window.</summary>
    public bool IsNewData => Kind <= PacketKind.Late;
}
