using Mongoose.Core.Units;
using Mongoose.Network.Packets;

namespace Mongoose.Testbed.Gateways;

/// <summary>What one flow did in one direction of a gateway over some time.</summary>
/// <param name="Flow">Which.</param>
/// <param name="Packets">That left the queue to be transmitted.</param>
/// <param name="Bytes">Of those on the wire.</param>
/// <param name="TotalDelay">That they have waited together.</param>
/// <param name="LongestDelay">That one has waited.</param>
/// <param name="Drops">By the queue.</param>
/// <param name="Marks">With congestion experienced.</param>
public readonly record struct FlowUsage(FlowKey Flow, long Packets, long Bytes, Duration TotalDelay, Duration LongestDelay, long Drops, long Marks)
{
    public Duration MeanDelay => Packets == 0 ? Duration.Zero : TotalDelay / Packets;

    /// <summary>Both together, of the same flow.</summary>
    public static FlowUsage operator +(FlowUsage one, FlowUsage other) => new(one.Flow, one.Packets + other.Packets, one.Bytes + other.Bytes,
        one.TotalDelay + other.TotalDelay, Duration.Max(one.LongestDelay, other.LongestDelay), one.Drops + other.Drops, one.Marks + other.Marks);
}
