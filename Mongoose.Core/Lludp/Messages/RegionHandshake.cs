namespace Mongoose.Core.Lludp.Messages;

/// <summary>
/// Low 148, zero-coded, from the simulator: the region's properties. The viewer answers with <see cref="RegionHandshakeReply"/>; OpenSim
/// sends no part of the scene before that. The four TerrainBase textures are obsolete: they are written as zero (as in OpenSim) and skipped
/// when read.
/// </summary>
public readonly ref struct RegionHandshake
{
    private const int TerrainBaseBytes = 4 * SpanReader.GuidBytes;

    public uint RegionFlags { get; init; }

    /// <summary>The maturity rating: 13, 21 or 42.</summary>
    public byte SimAccess { get; init; }

    /// <summary>Text, at most 255 bytes including its terminating zero.</summary>
    public ReadOnlySpan<byte> SimName { get; init; }

    public Guid SimOwner { get; init; }
    public bool IsEstateManager { get; init; }

    /// <summary>The water height in metres.</summary>
    public float WaterHeight { get; init; }

    public float BillableFactor { get; init; }
    public Guid CacheId { get; init; }
    public RegionTerrain Terrain { get; init; }
    public Guid RegionId { get; init; }
    public int CpuClassId { get; init; }
    public int CpuRatio { get; init; }
    public ReadOnlySpan<byte> ColoName { get; init; }
    public ReadOnlySpan<byte> ProductSku { get; init; }
    public ReadOnlySpan<byte> ProductName { get; init; }

    /// <summary>Zero if the simulator omits the last block.</summary>
    public ulong RegionFlagsExtended { get; init; }

    /// <summary>
    /// Bit 0: server-side baking; bit 63: more than six baked textures (OpenSim). Zero if the simulator omits the last block.
    /// </summary>
    public ulong RegionProtocols { get; init; }

    public static bool TryRead(ReadOnlySpan<byte> body, out RegionHandshake message)
    {
        var r = new SpanReader(body);
        message = new RegionHandshake
        {
            RegionFlags = r.ReadUInt32(),
            SimAccess = r.ReadUInt8(),
            SimName = r.ReadVariable1(),
            SimOwner = r.ReadGuid(),
            IsEstateManager = r.ReadBoolean(),
            WaterHeight = r.ReadSingle(),
            BillableFactor = r.ReadSingle(),
            CacheId = r.ReadGuid(),
            Terrain = ReadTerrain(ref r),
            RegionId = r.ReadGuid(),
            CpuClassId = r.ReadInt32(),
            CpuRatio = r.ReadInt32(),
            ColoName = r.ReadVariable1(),
            ProductSku = r.ReadVariable1(),
            ProductName = r.ReadVariable1(),
        };

        var extension = new SpanReader(r.ReadBlocks(2 * sizeof(ulong)));
        message = message with
        {
            RegionFlagsExtended = extension.ReadUInt64(),
            RegionProtocols = extension.ReadUInt64(),
        };
        return r.Ok;
    }

    public void Write(ref DatagramWriter w)
    {
        w.WriteMessageId(MessageId.RegionHandshake);
        w.WriteUInt32(RegionFlags);
        w.WriteUInt8(SimAccess);
        w.WriteVariable1(SimName);
        w.WriteGuid(SimOwner);
        w.WriteBoolean(IsEstateManager);
        w.WriteSingle(WaterHeight);
        w.WriteSingle(BillableFactor);
        w.WriteGuid(CacheId);
        WriteTerrain(ref w);
        w.WriteGuid(RegionId);
        w.WriteInt32(CpuClassId);
        w.WriteInt32(CpuRatio);
        w.WriteVariable1(ColoName);
        w.WriteVariable1(ProductSku);
        w.WriteVariable1(ProductName);
        w.WriteUInt8(1);
        w.WriteUInt64(RegionFlagsExtended);
        w.WriteUInt64(RegionProtocols);
    }

    private static RegionTerrain ReadTerrain(ref SpanReader r)
    {
        r.ReadFixed(TerrainBaseBytes);
        return new RegionTerrain(
            r.ReadGuid(), r.ReadGuid(), r.ReadGuid(), r.ReadGuid(), r.ReadVector4(), r.ReadVector4());
    }

    private void WriteTerrain(ref DatagramWriter w)
    {
        for (int i = 0; i < 4; i++)
            w.WriteGuid(Guid.Empty);
        w.WriteGuid(Terrain.Detail0);
        w.WriteGuid(Terrain.Detail1);
        w.WriteGuid(Terrain.Detail2);
        w.WriteGuid(Terrain.Detail3);
        w.WriteVector4(Terrain.StartHeights);
        w.WriteVector4(Terrain.HeightRanges);
    }
}
