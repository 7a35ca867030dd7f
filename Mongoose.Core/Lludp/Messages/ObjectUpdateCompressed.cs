namespace Mongoose.Core.Lludp.Messages;

/// <summary>
/// High 13, from the simulator: objects in a shorter form. OpenSim uses it for objects that have not changed for a long time.
/// </summary>
public readonly ref struct ObjectUpdateCompressed(ulong regionHandle, ushort timeDilation)
{
    /// <summary>The region's position on the grid in metres: x in the high half, y in the low half.</summary>
    public ulong RegionHandle { get; } = regionHandle;

    /// <summary>Time dilation of the simulator: 65535 is full speed.</summary>
    public ushort TimeDilation { get; } = timeDilation;

    public CompressedObjectList Objects { get; private init; }

    public static bool TryRead(ReadOnlySpan<byte> body, out ObjectUpdateCompressed message)
    {
        var r = new SpanReader(body);
        message = new ObjectUpdateCompressed(r.ReadUInt64(), r.ReadUInt16()) { Objects = CompressedObjectList.Read(ref r) };
        return r.Ok;
    }

    public void Write(ref DatagramWriter w)
    {
        w.WriteHead(MessageId.ObjectUpdateCompressed, RegionHandle, TimeDilation);
        w.WriteBlocks(Objects.Count, Objects.Bytes);
    }

    /// <summary>Adds an object after Write. Returns false and adds nothing if the datagram is full.</summary>
    public static bool TryAppend(ref DatagramWriter w, in CompressedObject compressed)
    {
        int block = w.BeginBlock();
        compressed.Write(ref w);
        return w.EndBlock(block);
    }
}
