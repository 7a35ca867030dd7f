namespace Mongoose.Core.Lludp.Messages;

/// <summary>
/// Low 153, zero-coded, from the viewer: asks for an asset. The simulator answers with one <see cref="TransferInfo"/> and its
/// <see cref="TransferPacket"/>s.
/// </summary>
public readonly ref struct TransferRequest
{
    /// <summary>Chosen by the viewer.</summary>
    public Guid TransferId { get; init; }

    /// <summary>The kind of channel; 2 is assets.</summary>
    public int ChannelType { get; init; }

    /// <summary>The kind of source: 2 is by asset id, 3 by inventory item.</summary>
    public int SourceType { get; init; }

    public float Priority { get; init; }

    /// <summary>For source type 2: the asset's id (16 bytes), then its type (S32).</summary>
    public ReadOnlySpan<byte> Params { get; init; }

    public static bool TryRead(ReadOnlySpan<byte> body, out TransferRequest message)
    {
        var r = new SpanReader(body);
        message = new TransferRequest
        {
            TransferId = r.ReadGuid(),
            ChannelType = r.ReadInt32(),
            SourceType = r.ReadInt32(),
            Priority = r.ReadSingle(),
            Params = r.ReadVariable2(),
        };
        return r.Ok;
    }

    public void Write(ref DatagramWriter w)
    {
        w.WriteMessageId(MessageId.TransferRequest);
        w.WriteGuid(TransferId);
        w.WriteInt32(ChannelType);
        w.WriteInt32(SourceType);
        w.WriteSingle(Priority);
        w.WriteVariable2(Params);
    }
}
