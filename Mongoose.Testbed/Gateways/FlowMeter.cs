using System.Runtime.InteropServices;
using Mongoose.Core.Units;
using Mongoose.Network.Packets;
using Mongoose.Network.Queues;

namespace Mongoose.Testbed.Gateways;

/// <summary>Counts what each flow does in one queue. On the link's thread.</summary>
public sealed class FlowMeter : IQueueObserver
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
