namespace Mongoose.Core.Lludp.Messages;

/// <summary>High 16, from the simulator: local ids of objects that are gone.</summary>
public readonly ref struct KillObject
{
    public UInt32List LocalIds { get; private init; }

    public static bool TryRead(ReadOnlySpan<byte> body, out KillObject message)
    {
        var r = new SpanReader(body);
        message = new KillObject { LocalIds = new UInt32List(r.ReadBlocks(sizeof(uint))) };
        return r.Ok;
    }

    public void Write(ref DatagramWriter w)
    {
        w.WriteMessageId(MessageId.KillObject);
        w.WriteBlocks(LocalIds.Count, LocalIds.Bytes);
    }

    /// <summary>Adds an object after Write; false, and nothing added, when the datagram is full.</summary>
    public static bool TryAppend(ref DatagramWriter w, uint localId)
    {
        int block = w.BeginBlock();
        w.WriteUInt32(localId);
        return w.EndBlock(block);
    }
}
