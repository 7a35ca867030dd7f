namespace Mongoose.Testbed.Region.Packets;

/// <summary>The position of the region on the grid, as messages carry it.</summary>
internal static class RegionHandle
{
    /// <summary>At 1000,1000 of the map, in metres: x in the high half, y in the low half.</summary>
    public const ulong Value = 256_000UL << 32 | 256_000;
}
