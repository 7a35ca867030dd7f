namespace Mongoose.Core.Lludp.Messages;

/// <summary>
/// High 9, from the simulator: the first packet of a texture. OpenSim puts up to 600 bytes of data into it and 1000
/// into each <see cref="ImagePacket"/>.
/// </summary>
public readonly ref struct ImageData
{
    public Guid ImageId { get; init; }

    /// <summary>The codec; 2 is JPEG 2000.</summary>
    public byte Codec { get; init; }

    /// <summary>Size of the whole texture in bytes.</summary>
    public uint Size { get; init; }

    /// <summary>Number of packets of the whole texture, including this one.</summary>
    public ushort Packets { get; init; }

    public ReadOnlySpan<byte> Data { get; init; }

    public static bool TryRead(ReadOnlySpan<byte> body, out ImageData message)
    {
        var r = new SpanReader(body);
        message = new ImageData
        {
            ImageId = r.ReadGuid(),
            Codec = r.ReadUInt8(),
            Size = r.ReadUInt32(),
            Packets = r.ReadUInt16(),
            Data = r.ReadVariable2(),
        };
        return r.Ok;
    }

    public void Write(ref DatagramWriter w)
    {
        w.WriteMessageId(MessageId.ImageData);
        w.WriteGuid(ImageId);
        w.WriteUInt8(Codec);
        w.WriteUInt32(Size);
        w.WriteUInt16(Packets);
        w.WriteVariable2(Data);
    }
}
