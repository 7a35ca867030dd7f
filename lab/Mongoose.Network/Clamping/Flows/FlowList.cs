namespace Mongoose.Network.Clamping.Flows;

/// <summary>Connections in the order of their last packets. A connection is in at most one list.</summary>
internal sealed class FlowList
{
    public int Count { get; private set; }

    public ClampedFlow? Newest { get; private set; }

    public ClampedFlow? Oldest { get; private set; }

    /// <summary>Makes a connection the newest, whichever list it was in.</summary>
    public void Touch(ClampedFlow flow)
    {
        if (flow == Newest)
            return;
        flow.List?.Remove(flow);
        Count++;
        (flow.Older, flow.List) = (Newest, this);
        if (Newest is null)
            Oldest = flow;
        else
            Newest.Newer = flow;
        Newest = flow;
    }

    /// <summary>Removes a connection that is in this list.</summary>
    public void Remove(ClampedFlow flow)
    {
        Count--;
        if (flow.Newer is null)
            Newest = flow.Older;
        else
            flow.Newer.Older = flow.Older;
        if (flow.Older is null)
            Oldest = flow.Newer;
        else
            flow.Older.Newer = flow.Newer;
        (flow.Newer, flow.Older, flow.List) = (null, null, null);
    }
}
