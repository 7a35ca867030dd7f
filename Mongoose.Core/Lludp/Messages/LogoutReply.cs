namespace Mongoose.Core.Lludp.Messages;

/// <summary>Low 253, zero-coded, from the simulator: the viewer may log out; lists the items that have changed.</summary>
public readonly ref struct LogoutReply
{
    public Guid AgentId { get; init; }
    public Guid SessionId { get; init; }

    /// <summary>OpenSim sends one item, the null id.</summary>
    public GuidList Items { get; private init; }

    public static bool TryRead(ReadOnlySpan<byte> body, out LogoutReply message)
    {
        var r = new SpanReader(body);
        message = new LogoutReply
        {
            AgentId = r.ReadGuid(),
            SessionId = r.ReadGuid(),
            Items = new GuidList(r.ReadBlocks(SpanReader.GuidBytes)),
        };
        return r.Ok;
    }

    public void Write(ref DatagramWriter w)
    {
        w.WriteHead(MessageId.LogoutReply, AgentId, SessionId);
        w.WriteBlocks(Items.Count, Items.Bytes);
    }

    /// <summary>Adds an item after Write. Returns false and adds nothing if the datagram is full.</summary>
    public static bool TryAppend(ref DatagramWriter w, Guid item)
    {
        int block = w.BeginBlock();
        w.WriteGuid(item);
        return w.EndBlock(block);
    }
}
