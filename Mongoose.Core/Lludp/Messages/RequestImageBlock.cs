namespace Mongoose.Core.Lludp.Messages;

/// <summary>A texture of <see cref="RequestImage"/>.</summary>
/// <param name="Image">The texture.</param>
/// <param name="DiscardLevel">0 is full resolution, 5 the coarsest; -1 stops the transfer.</param>
/// <param name="DownloadPriority">A larger priority is sent sooner.</param>
/// <param name="Packet">The first packet to send; 0 is the <see cref="ImageData"/>.</param>
/// <param name="Type">0 for a texture, 1 for an avatar's baked texture.</param>
public readonly record struct RequestImageBlock(
    Guid Image, sbyte DiscardLevel, float DownloadPriority, uint Packet, byte Type)
{
    internal const int Bytes = SpanReader.GuidBytes + 1 + 4 + 4 + 1;

    internal static RequestImageBlock Read(ReadOnlySpan<byte> block)
    {
        var r = new SpanReader(block);
        return new RequestImageBlock(r.ReadGuid(), r.ReadInt8(), r.ReadSingle(), r.ReadUInt32(), r.ReadUInt8());
    }

    internal void Write(ref DatagramWriter w)
    {
        w.WriteGuid(Image);
        w.WriteInt8(DiscardLevel);
        w.WriteSingle(DownloadPriority);
        w.WriteUInt32(Packet);
        w.WriteUInt8(Type);
    }
}
