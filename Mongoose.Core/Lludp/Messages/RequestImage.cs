namespace Mongoose.Core.Lludp.Messages;

/// <summary>High 8, from the viewer: asks to start, continue or stop the transfer of textures.</summary>
public readonly ref struct RequestImage(Guid agentId, Guid sessionId)
{
    private ReadOnlySpan<byte> Blocks { get; init; }

    public Guid AgentId { get; } = agentId;
    public Guid SessionId { get; } = sessionId;

    /// <summary>The number of textures in the request.</summary>
    public int Count => Blocks.Length / RequestImageBlock.Bytes;

    /// <exception cref="ArgumentOutOfRangeException"><paramref name="index"/> is not below
    /// <see cref="Count"/>.</exception>
    public RequestImageBlock this[int index] =>
        RequestImageBlock.Read(Blocks.Slice(index * RequestImageBlock.Bytes, RequestImageBlock.Bytes));

    public static bool TryRead(ReadOnlySpan<byte> body, out RequestImage message)
    {
        var r = new SpanReader(body);
        message = new RequestImage(r.ReadGuid(), r.ReadGuid()) { Blocks = r.ReadBlocks(RequestImageBlock.Bytes) };
        return r.Ok;
    }

    public void Write(ref DatagramWriter w)
    {
        w.WriteHead(MessageId.RequestImage, AgentId, SessionId);
        w.WriteBlocks(Count, Blocks);
    }

    /// <summary>Adds a texture after Write. Returns false and adds nothing if the datagram is full.</summary>
    public static bool TryAppend(ref DatagramWriter w, in RequestImageBlock image)
    {
        int block = w.BeginBlock();
        image.Write(ref w);
        return w.EndBlock(block);
    }
}
