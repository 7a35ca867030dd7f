namespace Mongoose.Network.Clamping.Flows;

/// <summary>The flows that have sent data recently, in no particular order.</summary>
internal sealed class ActiveFlows
{
    private ClampedFlow[] _flows = new ClampedFlow[16];

    public int Count { get; private set; }

    public ReadOnlySpan<ClampedFlow> Flows => _flows.AsSpan(0, Count);

    /// <summary>Adds a flow, unless it is among them.</summary>
    public void Add(ClampedFlow flow)
    {
        if (flow.ActiveIndex >= 0)
            return;
        if (Count == _flows.Length)
            Array.Resize(ref _flows, 2 * Count);
        flow.ActiveIndex = Count;
        _flows[Count++] = flow;
    }

    /// <summary>Removes a flow if it is among them; the last one takes its place.</summary>
    public void Remove(ClampedFlow flow)
    {
        if (flow.ActiveIndex < 0)
            return;
        ClampedFlow last = _flows[--Count];
        (_flows[flow.ActiveIndex], last.ActiveIndex) = (last, flow.ActiveIndex);
        flow.ActiveIndex = -1;
    }
}
