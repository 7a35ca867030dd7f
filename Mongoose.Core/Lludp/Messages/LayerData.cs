namespace Mongoose.Core.Lludp.Messages;

/// <summary>High 11, from the simulator: patches of ground, wind, clouds or water, bit-packed.</summary>
public readonly ref struct LayerData
{
    /// <summary>The layer as a character: L land, 7 wind, 8 cloud, W water; in regions larger than 256 m, M, 9, : and X.</summary>
    public byte Type { get; init; }

    public ReadOnlySpan<byte> Data { get; init; }

    public static bool TryRead(ReadOnlySpan<byte> body, out LayerData message)
    {
        var r = new SpanReader(body);
        message = new LayerData { Type = r.ReadUInt8(), Data = r.ReadVariable2() };
        return r.Ok;
    }

    public void Write(ref DatagramWriter w)
    {
        w.WriteMessageId(MessageId.LayerData);
        w.WriteUInt8(Type);
        w.WriteVariable2(Data);
    }
}
