using Mongoose.Network.Packets;

namespace Mongoose.Network.Clamping.Flows;

/// <summary>
/// The connections that the clamp knows, by the flow of their data. Only a SYN opens one, because windows can be read only with the scale in it. The table
/// is bounded: a new connection replaces the one whose last packet is oldest. After it has grown, nothing is allocated.
/// </summary>
internal sealed class FlowTable(int maxFlows)
{
    private readonly Dictionary<FlowKey, ClampedFlow> _flows = new(FlowKeyComparer.Instance);
    private readonly ActiveFlows _active = new();
    private ClampedFlow? _newest, _oldest, _free;
    private long _opened;

    public int Count => _flows.Count;

    /// <summary>The flows that have sent data recently.</summary>
    public ActiveFlows Active => _active;

    /// <summary>The connections in the order in which they were opened.</summary>
    public IEnumerable<ClampedFlow> InOrder => _flows.Values.OrderBy(flow => flow.Order);

    /// <summary>Finds the connection of a segment, or opens it; null if it is unknown and not being opened.</summary>
    /// <param name="key">The flow of the data.</param>
    /// <param name="fromSender">Whether the segment travels with the data.</param>
    /// <param name="fields">Its header.</param>
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
        if (flow != _newest)
        {
            Unlink(flow);
            LinkNewest(flow);
        }
        return flow;
    }

    /// <summary>Removes a connection; its object is reused.</summary>
    public void Remove(ClampedFlow flow)
    {
        _active.Remove(flow);
        _flows.Remove(flow.Key);
        Unlink(flow);
        (flow.Older, _free) = (_free, flow);
    }

    private ClampedFlow Open(in FlowKey key)
    {
        if (_flows.Count == maxFlows)
            Remove(_oldest!);
        ClampedFlow flow = Rent();
        flow.Open(key, _opened++);
        _flows.Add(key, flow);
        LinkNewest(flow);
        return flow;
    }

    private ClampedFlow Rent()
    {
        if (_free is not { } flow)
            return new ClampedFlow();
        (_free, flow.Older) = (flow.Older, null);
        return flow;
    }

    private void LinkNewest(ClampedFlow flow)
    {
        (flow.Older, flow.Newer) = (_newest, null);
        if (_newest is null)
            _oldest = flow;
        else
            _newest.Newer = flow;
        _newest = flow;
    }

    private void Unlink(ClampedFlow flow)
    {
        if (flow.Newer is null)
            _newest = flow.Older;
        else
            flow.Newer.Older = flow.Older;
        if (flow.Older is null)
            _oldest = flow.Newer;
        else
            flow.Older.Newer = flow.Newer;
        (flow.Newer, flow.Older) = (null, null);
    }
}
