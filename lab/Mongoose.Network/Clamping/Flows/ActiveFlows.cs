using System.Runtime.InteropServices;

namespace Mongoose.Network.Clamping.Flows;

/// <summary>The flows that have sent data recently, in no particular order.</summary>
internal sealed class ActiveFlows
{
    private readonly List<ClampedFlow> _flows = [];

    public int Count => _flows.Count;

    public ReadOnlySpan<ClampedFlow> Flows => CollectionsMarshal.AsSpan(_flows);

    /// <summary>Adds a flow, unless it is active already.</summary>
    public void Add(ClampedFlow flow)
    {
        if (flow.ActiveIndex >= 0)
            return;
        flow.ActiveIndex = Count;
        _flows.Add(flow);
    }

    /// <summary>Removes a flow if it is active; the last flow takes its place.</summary>
    public void Remove(ClampedFlow flow)
    {
        if (flow.ActiveIndex < 0)
            return;
        ClampedFlow last = _flows[^1];
        (_flows[flow.ActiveIndex], last.ActiveIndex) = (last, flow.ActiveIndex);
        _flows.RemoveAt(Count - 1);
        flow.ActiveIndex = -1;
    }
}
