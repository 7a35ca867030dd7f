namespace Mongoose.Core.Loss;

/// <summary>The conclusion of <see cref="SequenceTracker"/> from a packet.</summary>
/// <param name="Kind">The packet's classification.</param>
/// <param name="Number">The packet's sequence number, extended across wraps; undefined if the packet is implausible.</param>
/// <param name="Loss">Packets now known to be lost; Count is 0 if there are none.</param>
public readonly record struct PacketVerdict(PacketKind Kind, long Number, LossGap Loss)
{
    /// <summary>
    /// Whether a packet with this number has arrived before, as a first transmission or a resend, so that its content is known.
    /// <see cref="Kind"/> does not tell this of every resend.
    /// </summary>
    public bool IsRepeated { get; init; }

    /// <summary>Whether the packet is a first transmission that had not arrived before. Only such data may open a window.</summary>
    public bool IsNewData => Kind <= PacketKind.Late;
}
