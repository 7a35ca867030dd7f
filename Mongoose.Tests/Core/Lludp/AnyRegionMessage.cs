using Mongoose.Core.Lludp;
using Mongoose.Core.Lludp.Messages;

namespace Mongoose.Tests.Core.Lludp;

/// <summary>Random messages and copies: a region's properties.</summary>
internal static class AnyRegionMessage
{
    /// <summary>Returns false for a message of another kind.</summary>
    public static bool TryWriteRandom(MessageId id, FieldSource from, ref DatagramWriter w)
    {
        switch (id)
        {
            case MessageId.RegionHandshake:
                new RegionHandshake
                {
                    RegionFlags = from.UInt32(),
                    SimAccess = from.UInt8(),
                    SimName = from.Bytes(255),
                    SimOwner = from.Guid(),
                    IsEstateManager = from.Boolean(),
                    WaterHeight = from.Single(),
                    BillableFactor = from.Single(),
                    CacheId = from.Guid(),
                    Terrain = new RegionTerrain(
                        from.Guid(), from.Guid(), from.Guid(), from.Guid(), from.Vector4(), from.Vector4()),
                    RegionId = from.Guid(),
                    CpuClassId = from.Int32(),
                    CpuRatio = from.Int32(),
                    ColoName = from.Bytes(20),
                    ProductSku = from.Bytes(20),
                    ProductName = from.Bytes(20),
                    RegionFlagsExtended = from.UInt64(),
                    RegionProtocols = from.UInt64(),
                }.Write(ref w);
                return true;
            case MessageId.RegionHandshakeReply:
                new RegionHandshakeReply(from.Guid(), from.Guid(), from.UInt32()).Write(ref w);
                return true;
            default:
                return false;
        }
    }

    /// <summary>Returns whether the message could be read; null for a message of another kind.</summary>
    public static bool? TryCopy(MessageId id, ReadOnlySpan<byte> body, ref DatagramWriter w)
    {
        switch (id)
        {
            case MessageId.RegionHandshake:
                if (!RegionHandshake.TryRead(body, out RegionHandshake regionHandshake))
                    return false;
                regionHandshake.Write(ref w);
                return true;
            case MessageId.RegionHandshakeReply:
                if (!RegionHandshakeReply.TryRead(body, out RegionHandshakeReply regionHandshakeReply))
                    return false;
                regionHandshakeReply.Write(ref w);
                return true;
            default:
                return null;
        }
    }
}
