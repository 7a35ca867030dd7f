namespace Mongoose.Core.Lludp.Messages;

/// <summary>High 14, from the simulator: objects that the viewer may have in its cache, identified by checksum.</summary>
public readonly ref struct ObjectUpdateCached(ulong regionHandle, ushort timeDilation)
{
    private ReadOnlySpan<byte> Blocks { get; init; }

    /// <summary>The region's position on the grid in metres: x in the high half, y in the low half.</summary>
    public ulong RegionHandle { get; } = regionHandle;

    /// <summary>Time dilation of the simulator: 65535 is full speed.</summary>
    public ushort TimeDilation { get; } = timeDilation;

    public int Count => Blocks.Length / CachedObject.Bytes;

    /// <exception cref="ArgumentOutOfRangeException"><paramref name="index"/> is not below
    /// <see cref="Count"/>.</exception>
    public CachedObject this[int index] => CachedObject.Read(Blocks.Slice(index * CachedObject.Bytes, CachedObject.Bytes));

    public static bool TryRead(ReadOnlySpan<byte> body, out ObjectUpdateCached message)
    {
        var r = new SpanReader(body);
        message = new ObjectUpdateCached(r.ReadUInt64(), r.ReadUInt16()) { Blocks = r.ReadBlocks(CachedObject.Bytes) };
        return r.Ok;
    }

    public void Write(ref DatagramWriter w)
    {
        w.WriteHead(MessageId.ObjectUpdateCached, RegionHandle, TimeDilation);
        w.WriteBlocks(Count, Blocks);
    }

    /// <summary>Adds an object after Write. Returns false and adds nothing if the datagram is full.</summary>
    public static bool TryAppend(ref DatagramWriter w, in CachedObject cached)
    {
        int block = w.BeginBlock();
        cached.Write(ref w);
        return w.EndBlock(block);
    }
}
