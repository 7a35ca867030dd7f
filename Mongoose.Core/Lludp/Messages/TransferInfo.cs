namespace Mongoose.Core.Lludp.Messages;

/// <summary>Low 154, zero-coded, from the simulator: what a transfer will carry, or why it will not.</summary>
public readonly ref struct TransferInfo
{
    public Guid TransferId { get; init; }
    public int ChannelType { get; init; }
    public int TargetType { get; init; }

    /// <summary>0 is going on; negative is a failure.</summary>
    public int Status { get; init; }

    /// <summary>Bytes of the whole asset.</summary>
    public int Size { get; init; }

    /// <summary>Those of the <see cref="TransferRequest"/>.</summary>
    public ReadOnlySpan<byte> Params { get; init; }

    public static bool TryRead(ReadOnlySpan<byte> body, out TransferInfo message)
    {
        var r = new SpanReader(body);
        message = new TransferInfo
        {
            TransferId = r.ReadGuid(),
            ChannelType = r.ReadInt32(),
            TargetType = r.ReadInt32(),
            Status = r.ReadInt32(),
            Size = r.ReadInt32(),
            Params = r.ReadVariable2(),
        };
        return r.Ok;
    }

    public void Write(ref DatagramWriter w)
    {
        w.WriteMessageId(MessageId.TransferInfo);
        w.WriteGuid(TransferId);
        w.WriteInt32(ChannelType);
        w.WriteInt32(TargetType);
        w.WriteInt32(Status);
        w.WriteInt32(Size);
        w.WriteVariable2(Params);
    }
}
