namespace Mongoose.Core.Lludp.Messages;

/// <summary>
/// Low 110, zero-coded, from the viewer: objects that the user has selected. The simulator replies with their properties.
/// </summary>
public readonly ref struct ObjectSelect(Guid agentId, Guid sessionId)
{
    public Guid AgentId { get; } = agentId;
    public Guid SessionId { get; } = sessionId;
    public UInt32List LocalIds { get; private init; }

    public static bool TryRead(ReadOnlySpan<byte> body, out ObjectSelect message)
    {
        var r = new SpanReader(body);
        message = new ObjectSelect(r.ReadGuid(), r.ReadGuid()) { LocalIds = new UInt32List(r.ReadBlocks(sizeof(uint))) };
        return r.Ok;
    }

    public void Write(ref DatagramWriter w)
    {
        w.WriteHead(MessageId.ObjectSelect, AgentId, SessionId);
        w.WriteBlocks(LocalIds.Count, LocalIds.Bytes);
    }

    /// <summary>Adds an object after Write. Returns false and adds nothing if the datagram is full.</summary>
    public static bool TryAppend(ref DatagramWriter w, uint localId)
    {
        int block = w.BeginBlock();
        w.WriteUInt32(localId);
        return w.EndBlock(block);
    }
}
