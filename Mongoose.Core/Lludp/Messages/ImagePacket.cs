namespace Mongoose.Core.Lludp.Messages;

/// <summary>High 10, from the simulator: the packets after <see cref="ImageData"/>, numbered from 1.</summary>
public readonly ref struct ImagePacket
{
    public Guid ImageId { get; init; }
    public ushort Packet { get; init; }
    public ReadOnlySpan<byte> Data { get; init; }

    public static bool TryRead(ReadOnlySpan<byte> body, out ImagePacket message)
    {
        var r = new SpanReader(body);
        message = new ImagePacket { ImageId = r.ReadGuid(), Packet = r.ReadUInt16(), Data = r.ReadVariable2() };
        return r.Ok;
    }

    public void Write(ref DatagramWriter w)
    {
        w.WriteMessageId(MessageId.ImagePacket);
        w.WriteGuid(ImageId);
        w.WriteUInt16(Packet);
        w.WriteVariable2(Data);
    }
}
