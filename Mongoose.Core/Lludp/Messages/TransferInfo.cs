namespace Mongoose.Core.Lludp.Messages;

/// <summary>Low 154, zero-coded, from the simulator: describes what a transfer will carry, or why it fails.</summary>
public readonly ref struct TransferInfo
{
    public Guid TransferId { get; init; }
    public int ChannelType { get; init; }
    public int TargetType { get; init; }

    /// <summary>0 means in progress; negative values are failures.</summary>
    public int Status { get; init; }

    /// <summary>Size of the whole asset in bytes.</summary>
    public int Size { get; init; }

    /// <summary>The parameters of the <see cref="TransferRequest"/>.</summary>
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
