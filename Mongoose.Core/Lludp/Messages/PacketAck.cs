namespace Mongoose.Core.Lludp.Messages;

/// <summary>
/// Fixed 0xFFFFFFFB, in both directions: sequence numbers that have arrived. They are little-endian like other fields; in headers and
/// appended acks the same numbers are big-endian.
/// </summary>
public readonly ref struct PacketAck
{
    public UInt32List Sequences { get; private init; }

    public static bool TryRead(ReadOnlySpan<byte> body, out PacketAck message)
    {
        var r = new SpanReader(body);
        message = new PacketAck { Sequences = new UInt32List(r.ReadBlocks(sizeof(uint))) };
        return r.Ok;
    }

    public void Write(ref DatagramWriter w)
    {
        w.WriteMessageId(MessageId.PacketAck);
        w.WriteBlocks(Sequences.Count, Sequences.Bytes);
    }

    /// <summary>Adds an ack after Write. Returns false and adds nothing if the datagram is full.</summary>
    public static bool TryAppend(ref DatagramWriter w, uint sequence)
    {
        int block = w.BeginBlock();
        w.WriteUInt32(sequence);
        return w.EndBlock(block);
    }
}
