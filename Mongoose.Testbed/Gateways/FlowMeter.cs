using System.Runtime.InteropServices;
using Mongoose.Core.Units;
using Mongoose.Network.Packets;
using Mongoose.Network.Queues;

namespace Mongoose.Testbed.Gateways;

/// <summary>Counts what each flow does in one queue. On the link's thread.</summary>
internal sealed class FlowMeter : IQueueObserver
{
    private readonly Dictionary<FlowKey, FlowUsage> _flows = [];

    public void Dequeued(Packet packet, Duration sojourn, Instant now) =>
        Add(new FlowUsage(packet.Flow, 1, packet.WireBytes, sojourn, sojourn, 0, 0));

    public void Dropped(Packet packet, DropReason reason, Instant now) =>
        Add(new FlowUsage(packet.Flow, 0, 0, Duration.Zero, Duration.Zero, 1, 0));

    public void Marked(Packet packet, DropReason reason, Instant now) =>
        Add(new FlowUsage(packet.Flow, 0, 0, Duration.Zero, Duration.Zero, 0, 1));

    /// <summary>What was counted since the last call, the busiest flow first.</summary>
    public FlowUsage[] Take()
    {
        FlowUsage[] flows = _flows.Values.OrderByDescending(flow => flow.Bytes).ToArray();
        _flows.Clear();
        return flows;
    }

    private void Add(in FlowUsage usage)
    {
        ref FlowUsage flow = ref CollectionsMarshal.GetValueRefOrAddDefault(_flows, usage.Flow, out bool known);
        flow = known ? flow + usage : usage;
    }
}

/// <summary>What one flow did in one direction of a gateway over some time.</summary>
/// <param name="Flow">Which.</param>
/// <param name="Packets">That left the queue to be transmitted.</param>
/// <param name="Bytes">Of those on the wire.</param>
/// <param name="TotalDelay">That they have waited together.</param>
/// <param name="LongestDelay">That one has waited.</param>
/// <param name="Drops">By the queue.</param>
/// <param name="Marks">With congestion experienced.</param>
internal readonly record struct FlowUsage(FlowKey Flow, long Packets, long Bytes, Duration TotalDelay, Duration LongestDelay, long Drops, long Marks)
{
    public Duration MeanDelay => Packets == 0 ? Duration.Zero : TotalDelay / Packets;

    /// <summary>Both together, of the same flow.</summary>
    public static FlowUsage operator +(FlowUsage one, FlowUsage other) => new(one.Flow, one.Packets + other.Packets, one.Bytes + other.Bytes,
        one.TotalDelay + other.TotalDelay, Duration.Max(one.LongestDelay, other.LongestDelay), one.Drops + other.Drops, one.Marks + other.Marks);
}
