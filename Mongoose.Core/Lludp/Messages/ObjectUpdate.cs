namespace Mongoose.Core.Lludp.Messages;

/// <summary>High 12, zero-coded, from the simulator: objects and avatars, in full.</summary>
public readonly ref struct ObjectUpdate(ulong regionHandle, ushort timeDilation)
{
    /// <summary>The region's position on the grid in metres: x in the high half, y in the low half.</summary>
    public ulong RegionHandle { get; } = regionHandle;

    /// <summary>Time dilation of the simulator: 65535 is full speed.</summary>
    public ushort TimeDilation { get; } = timeDilation;

    public ObjectUpdateList Objects { get; private init; }

    public static bool TryRead(ReadOnlySpan<byte> body, out ObjectUpdate message)
    {
        var r = new SpanReader(body);
        message = new ObjectUpdate(r.ReadUInt64(), r.ReadUInt16()) { Objects = ObjectUpdateList.Read(ref r) };
        return r.Ok;
    }

    public void Write(ref DatagramWriter w)
    {
        w.WriteHead(MessageId.ObjectUpdate, RegionHandle, TimeDilation);
        w.WriteBlocks(Objects.Count, Objects.Bytes);
    }

    /// <summary>Adds an object after Write. Returns false and adds nothing if the datagram is full.</summary>
    public static bool TryAppend(ref DatagramWriter w, in ObjectUpdateBlock update)
    {
        int block = w.BeginBlock();
        update.Write(ref w);
        return w.EndBlock(block);
    }
}
