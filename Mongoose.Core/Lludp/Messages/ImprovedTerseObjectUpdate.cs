namespace Mongoose.Core.Lludp.Messages;

/// <summary>
/// High 15, from the simulator: objects and avatars that have moved. The template marks the message Unencoded, but OpenSim zero-codes it.
/// </summary>
public readonly ref struct ImprovedTerseObjectUpdate(ulong regionHandle, ushort timeDilation)
{
    /// <summary>The region's position on the grid in metres: x in the high half, y in the low half.</summary>
    public ulong RegionHandle { get; } = regionHandle;

    /// <summary>Time dilation of the simulator: 65535 is full speed.</summary>
    public ushort TimeDilation { get; } = timeDilation;

    public TerseObjectList Objects { get; private init; }

    public static bool TryRead(ReadOnlySpan<byte> body, out ImprovedTerseObjectUpdate message)
    {
        var r = new SpanReader(body);
        message = new ImprovedTerseObjectUpdate(r.ReadUInt64(), r.ReadUInt16()) { Objects = TerseObjectList.Read(ref r) };
        return r.Ok;
    }

    public void Write(ref DatagramWriter w)
    {
        w.WriteHead(MessageId.ImprovedTerseObjectUpdate, RegionHandle, TimeDilation);
        w.WriteBlocks(Objects.Count, Objects.Bytes);
    }

    /// <summary>Adds an object after Write. Returns false and adds nothing if the datagram is full.</summary>
    public static bool TryAppend(ref DatagramWriter w, in TerseObject terse)
    {
        int block = w.BeginBlock();
        terse.Write(ref w);
        return w.EndBlock(block);
    }
}
