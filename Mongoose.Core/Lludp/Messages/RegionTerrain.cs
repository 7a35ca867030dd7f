using System.Numerics;

namespace Mongoose.Core.Lludp.Messages;

/// <summary>
/// How a viewer textures the ground: four textures from the lowest to the highest and, for each corner of the region, the height in metres
/// at which the lowest texture starts (StartHeights) and the range over which all four spread (HeightRanges). Corners are in wire order 00,
/// 01, 10, 11 as X, Y, Z, W: south-west, north-west, south-east, north-east.
/// </summary>
public readonly record struct RegionTerrain(
    Guid Detail0, Guid Detail1, Guid Detail2, Guid Detail3, Vector4 StartHeights, Vector4 HeightRanges);
