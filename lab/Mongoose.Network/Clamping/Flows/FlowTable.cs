using Mongoose.Network.Packets;

namespace Mongoose.Network.Clamping.Flows;

/// <summary>
/// The connections that the clamp knows, by the flow of their data. Only a SYN opens one, because windows can be read only with the scale
/// in it. The table is bounded: a new connection replaces the one whose last packet is oldest. Connections whose opening is not complete
/// may be forged, so if they have more than a quarter of a full table, a new connection replaces the oldest of them. After the table has
/// grown, nothing is allocated.
/// </summary>
internal sealed class FlowTable(int maxFlows)
{
    private const int OpeningPart = 4;

    private readonly Dictionary<FlowKey, ClampedFlow> _flows = new(FlowKeyComparer.Instance);
    private readonly FlowList _opening = new(), _established = new();
    private readonly Stack<ClampedFlow> _free = new();
    private long _opened;

    public int Count => _flows.Count;

    /// <summary>The flows that have sent data recently.</summary>
    public ActiveFlows Active { get; } = new();

    /// <summary>The connections in the order in which they were opened.</summary>
    public IEnumerable<ClampedFlow> InOrder => _flows.Values.OrderBy(flow => flow.Order);

    /// <summary>Finds the connection of a segment, or opens it; null if it is unknown and not being opened.</summary>
    /// <param name="key">The flow of the data.</param>
    /// <param name="fromSender">Whether the segment travels with the data.</param>
    /// <param name="fields">The segment's header.</param>
    public ClampedFlow? Take(in FlowKey key, bool fromSender, in TcpFields fields)
    {
        bool opens = fields.Has(TcpFlags.Syn) && !fields.Has(TcpFlags.Rst | TcpFlags.Fin);
        if (!_flows.TryGetValue(key, out ClampedFlow? flow))
            return opens ? Open(key) : null;
        if (opens && flow.IsReplacedBy(fromSender, fields))
        {
            Remove(flow);
            return Open(key);
        }
        (flow.IsEstablished ? _established : _opening).Touch(flow);
        return flow;
    }

    /// <summary>Removes the connection of a flow if there is one.</summary>
    public void Remove(in FlowKey key)
    {
        if (_flows.TryGetValue(key, out ClampedFlow? flow))
            Remove(flow);
    }

    /// <summary>Removes a connection; its object is reused.</summary>
    public void Remove(ClampedFlow flow)
    {
        Active.Remove(flow);
        _flows.Remove(flow.Key);
        flow.List!.Remove(flow);
        _free.Push(flow);
    }

    private ClampedFlow Open(in FlowKey key)
    {
        if (_flows.Count == maxFlows)
            Remove(_opening.Count > maxFlows / OpeningPart ? _opening.Oldest! : _established.Oldest ?? _opening.Oldest!);
        ClampedFlow flow = _free.TryPop(out ClampedFlow? free) ? free : new ClampedFlow();
        flow.Open(key, _opened++);
        _flows.Add(key, flow);
        _opening.Touch(flow);
        return flow;
    }
}
