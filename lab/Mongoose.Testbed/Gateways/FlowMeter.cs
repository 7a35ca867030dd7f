using System.Runtime.InteropServices;
using Mongoose.Core.Units;
using Mongoose.Network.Packets;
using Mongoose.Network.Queues;

namespace Mongoose.Testbed.Gateways;

/// <summary>Counts the packets of each flow in one queue. Runs on the link's thread.</summary>
internal sealed class FlowMeter : IQueueObserver
{
    private readonly Dictionary<FlowKey, FlowUsage> _flows = [];

    public void Dequeued(Packet packet, Duration sojourn, Instant now) =>
        Add(new FlowUsage(packet.Flow, 1, packet.WireBytes, sojourn, sojourn, 0, 0));

    public void Dropped(Packet packet, QueueDropReason reason, Instant now) =>
        Add(new FlowUsage(packet.Flow, 0, 0, Duration.Zero, Duration.Zero, 1, 0));

    public void Marked(Packet packet, QueueDropReason reason, Instant now) =>
        Add(new FlowUsage(packet.Flow, 0, 0, Duration.Zero, Duration.Zero, 0, 1));

    /// <summary>Returns the counts since the previous call and resets them; the busiest flow comes first.</summary>
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

/// <summary>The traffic of one flow in one direction of a gateway during an interval.</summary>
/// <param name="Packets">Packets that left the queue and were transmitted.</param>
/// <param name="Bytes">Bytes of those packets on the wire.</param>
/// <param name="TotalDelay">Sum of the queueing delays of those packets.</param>
/// <param name="MaxDelay">Longest queueing delay of a packet.</param>
/// <param name="Drops">Packets that the queue dropped.</param>
/// <param name="Marks">Packets that the queue marked with Congestion Experienced.</param>
internal readonly record struct FlowUsage(FlowKey Flow, long Packets, long Bytes, Duration TotalDelay, Duration MaxDelay,
    long Drops, long Marks)
{
    public Duration MeanDelay => Packets == 0 ? Duration.Zero : TotalDelay / Packets;

    /// <summary>Adds two usages of the same flow.</summary>
    public static FlowUsage operator +(FlowUsage one, FlowUsage other) => new(one.Flow, one.Packets + other.Packets,
        one.Bytes + other.Bytes,
        one.TotalDelay + other.TotalDelay, Duration.Max(one.MaxDelay, other.MaxDelay), one.Drops + other.Drops,
        one.Marks + other.Marks);
}
