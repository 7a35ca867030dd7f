namespace Mongoose.Core.Lludp.Messages;

/// <summary>
/// High 13, from the simulator: objects in a shorter form. OpenSim uses it for those that have long been unchanged.
/// </summary>
public readonly ref struct ObjectUpdateCompressed
{
    public ObjectUpdateCompressed(ulong regionHandle, ushort timeDilation)
        : this(regionHandle, timeDilation, default)
    {
    }

    private ObjectUpdateCompressed(ulong regionHandle, ushort timeDilation, CompressedObjectList objects)
    {
        RegionHandle = regionHandle;
        TimeDilation = timeDilation;
        Objects = objects;
    }

    /// <summary>The region's place on the grid in metres: x in the high half, y in the low one.</summary>
    public ulong RegionHandle { get; }

    /// <summary>The simulator's speed: 65535 is full.</summary>
    public ushort TimeDilation { get; }

    public CompressedObjectList Objects { get; }

    public static bool TryRead(ReadOnlySpan<byte> body, out ObjectUpdateCompressed message)
    {
        var r = new SpanReader(body);
        message = new ObjectUpdateCompressed(r.ReadUInt64(), r.ReadUInt16(), CompressedObjectList.Read(ref r));
        return r.Ok;
    }

    public void Write(ref DatagramWriter w)
    {
        w.WriteMessageId(MessageId.ObjectUpdateCompressed);
        w.WriteUInt64(RegionHandle);
        w.WriteUInt16(TimeDilation);
        w.WriteBlocks(Objects.Count, Objects.Bytes);
    }

    /// <summary>Adds an object after Write; false, and nothing added, when the datagram is full.</summary>
    public static bool TryAppend(ref DatagramWriter w, in CompressedObject compressed)
    {
        int block = w.BeginBlock();
        compressed.Write(ref w);
        return w.EndBlock(block);
    }
}
