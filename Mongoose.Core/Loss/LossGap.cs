using Mongoose.Core.Units;

namespace Mongoose.Core.Loss;

/// <summary>Packets lost between two packets that arrived.</summary>
/// <param name="First">Number of the gap's first packet, extended across wraps.</param>
/// <param name="Last">Number of the gap's last packet.</param>
/// <param name="Count">
/// Number of lost packets; 0 if there is no gap. Packets of the gap that have arrived, or whose resends have, are not counted.
/// </param>
/// <param name="Before">When the packet before the gap arrived.</param>
/// <param name="After">When the packet after the gap arrived.</param>
public readonly record struct LossGap(long First, long Last, int Count, Instant Before, Instant After)
{
    /// <summary>The nominal arrival time of a packet of the gap, interpolated between its neighbours (RFC 5348 section 5.2).</summary>
    /// <param name="number">A number in [<see cref="First"/>, <see cref="Last"/>].</param>
    public Instant NominalTime(long number)
    {
        Duration between = After - Before;
        return Before + new Duration((long)((Int128)between.Nanoseconds * (number - First + 1) / (Last - First + 2)));
    }
}
