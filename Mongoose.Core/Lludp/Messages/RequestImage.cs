namespace Mongoose.Core.Lludp.Messages;

/// <summary>High 8, from the viewer: asks to start, continue or stop the transfer of textures.</summary>
public readonly ref struct RequestImage
{
    private readonly ReadOnlySpan<byte> _blocks;

    public RequestImage(Guid agentId, Guid sessionId)
        : this(agentId, sessionId, default)
    {
    }

    private RequestImage(Guid agentId, Guid sessionId, ReadOnlySpan<byte> blocks)
    {
        AgentId = agentId;
        SessionId = sessionId;
        _blocks = blocks;
    }

    public Guid AgentId { get; }
    public Guid SessionId { get; }

    /// <summary>The number of textures in the request.</summary>
    public int Count => _blocks.Length / RequestImageBlock.Bytes;

    /// <exception cref="ArgumentOutOfRangeException"><paramref name="index"/> is not below
    /// <see cref="Count"/>.</exception>
    public RequestImageBlock this[int index] =>
        RequestImageBlock.Read(_blocks.Slice(index * RequestImageBlock.Bytes, RequestImageBlock.Bytes));

    public static bool TryRead(ReadOnlySpan<byte> body, out RequestImage message)
    {
        var r = new SpanReader(body);
        message = new RequestImage(r.ReadGuid(), r.ReadGuid(), r.ReadBlocks(RequestImageBlock.Bytes));
        return r.Ok;
    }

    public void Write(ref DatagramWriter w)
    {
        w.WriteMessageId(MessageId.RequestImage);
        w.WriteGuid(AgentId);
        w.WriteGuid(SessionId);
        w.WriteBlocks(Count, _blocks);
    }

    /// <summary>Adds a texture after Write. Returns false and adds nothing if the datagram is full.</summary>
    public static bool TryAppend(ref DatagramWriter w, in RequestImageBlock image)
    {
        int block = w.BeginBlock();
        image.Write(ref w);
        return w.EndBlock(block);
    }
}
