using Mongoose.Core.Units;

namespace Mongoose.Core.Loss;

/// <summary>Packets that were lost between two that arrived.</summary>
/// <param name="First">Number of the first packet lost, counted on across wraps.</param>
/// <param name="Last">Number of the last packet lost; the resent ones between are not counted again.</param>
/// <param name="Count">How many were lost, 0 when there is no gap.</param>
/// <param name="Before">When the packet before the gap arrived.</param>
/// <param name="After">When the packet after the gap arrived.</param>
public readonly record struct LossGap(long First, long Last, int Count, Instant Before, Instant After)
{
    /// <summary>When a packet of the gap would have arrived, by its place between the neighbours (RFC 5348 section 5.2).</summary>
    /// <param name="number">A number in [<see cref="First"/>, <see cref="Last"/>].</param>
    public Instant NominalTime(long number)
    {
        Duration between = After - Before;
        return Before + new Duration((long)((Int128)between.Nanoseconds * (number - First + 1) / (Last - First + 2)));
    }

    /// <summary>When the first packet of the gap would have arrived.</summary>
    public Instant FirstNominalTime => NominalTime(First);
}
