using Mongoose.Core.Units;

namespace Mongoose.Core.RateControl.PathControl;

/// <summary>What the acks of one datagram from a viewer report.</summary>
/// <param name="At">When the datagram arrived.</param>
/// <param name="Bytes">UDP payload acknowledged for the first time, in bytes, above zero.</param>
/// <param name="HighestLost">The highest number found lost through this datagram; null if none. Packets are found lost in the order of their numbers.</param>
public readonly record struct AckReport(Instant At, long Bytes, uint? HighestLost)
{
    /// <summary>The number of packets found lost through this datagram.</summary>
    public int LostPackets { get; init; } = HighestLost is null ? 0 : 1;

    /// <summary>Their bytes.</summary>
    public long LostBytes { get; init; }

    /// <summary>The lowest number found lost through this datagram; undefined if none.</summary>
    public uint LowestLost { get; init; } = HighestLost ?? 0;

    /// <summary>When the packet with the highest lost number was first sent; undefined if none was lost.</summary>
    public Instant NewestLostSent { get; init; }

    /// <summary>The number of packets whose loss was spurious: they were found lost earlier, and their first transmission has arrived after all.</summary>
    public int Spurious { get; init; }

    /// <summary>The lowest number of those; undefined if none.</summary>
    public uint LowestSpurious { get; init; }
}
