namespace Mongoose.Core.Lludp.Messages;

/// <summary>High 17, from the simulator: a chunk of an asset.</summary>
public readonly ref struct TransferPacket
{
    public Guid TransferId { get; init; }
    public int ChannelType { get; init; }

    /// <summary>The packet's number, counted from 0.</summary>
    public int Packet { get; init; }

    /// <summary>0: more packets follow; 1: this is the last packet.</summary>
    public int Status { get; init; }

    public ReadOnlySpan<byte> Data { get; init; }

    public static bool TryRead(ReadOnlySpan<byte> body, out TransferPacket message)
    {
        var r = new SpanReader(body);
        message = new TransferPacket
        {
            TransferId = r.ReadGuid(),
            ChannelType = r.ReadInt32(),
            Packet = r.ReadInt32(),
            Status = r.ReadInt32(),
            Data = r.ReadVariable2(),
        };
        return r.Ok;
    }

    public void Write(ref DatagramWriter w)
    {
        w.WriteMessageId(MessageId.TransferPacket);
        w.WriteGuid(TransferId);
        w.WriteInt32(ChannelType);
        w.WriteInt32(Packet);
        w.WriteInt32(Status);
        w.WriteVariable2(Data);
    }
}
