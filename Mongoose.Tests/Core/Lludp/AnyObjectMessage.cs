using Mongoose.Core.Lludp;
using Mongoose.Core.Lludp.Messages;

namespace Mongoose.Tests.Core.Lludp;

/// <summary>Random messages and copies: objects.</summary>
internal static class AnyObjectMessage
{
    /// <summary>Returns false for a message of another kind.</summary>
    public static bool TryWriteRandom(MessageId id, FieldSource from, ref DatagramWriter w)
    {
        switch (id)
        {
            case MessageId.ImprovedTerseObjectUpdate:
                new ImprovedTerseObjectUpdate(from.UInt64(), from.UInt16()).Write(ref w);
                for (int i = from.Count(20); i > 0; i--)
                {
                    ImprovedTerseObjectUpdate.TryAppend(ref w, new TerseObject
                    {
                        Data = from.Bytes(60),
                        TextureEntry = from.Bytes(300),
                    });
                }
                return true;
            case MessageId.ObjectUpdate:
                new ObjectUpdate(from.UInt64(), from.UInt16()).Write(ref w);
                for (int i = from.Count(8); i > 0; i--)
                    ObjectUpdate.TryAppend(ref w, from.ObjectUpdateBlock());
                return true;
            case MessageId.ObjectUpdateCompressed:
                new ObjectUpdateCompressed(from.UInt64(), from.UInt16()).Write(ref w);
                for (int i = from.Count(8); i > 0; i--)
                    ObjectUpdateCompressed.TryAppend(ref w, new CompressedObject { UpdateFlags = from.UInt32(), Data = from.Bytes(150) });
                return true;
            case MessageId.ObjectUpdateCached:
                new ObjectUpdateCached(from.UInt64(), from.UInt16()).Write(ref w);
                for (int i = from.Count(80); i > 0; i--)
                    ObjectUpdateCached.TryAppend(ref w, new CachedObject(from.UInt32(), from.UInt32(), from.UInt32()));
                return true;
            case MessageId.AvatarAppearance:
                new AvatarAppearance
                {
                    AgentId = from.Guid(),
                    IsTrial = from.Boolean(),
                    TextureEntry = from.Bytes(300),
                    VisualParams = from.Bytes(255),
                }.Write(ref w);
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
            case MessageId.ImprovedTerseObjectUpdate:
                if (!ImprovedTerseObjectUpdate.TryRead(body, out ImprovedTerseObjectUpdate terse))
                    return false;
                new ImprovedTerseObjectUpdate(terse.RegionHandle, terse.TimeDilation).Write(ref w);
                foreach (TerseObject terseObject in terse.Objects)
                {
                    TerseMotion.TryRead(terseObject.Data, out _);
                    ImprovedTerseObjectUpdate.TryAppend(ref w, terseObject);
                }
                return true;
            case MessageId.ObjectUpdate:
                if (!ObjectUpdate.TryRead(body, out ObjectUpdate objectUpdate))
                    return false;
                new ObjectUpdate(objectUpdate.RegionHandle, objectUpdate.TimeDilation).Write(ref w);
                foreach (ObjectUpdateBlock block in objectUpdate.Objects)
                {
                    ObjectMotion.TryRead(block.ObjectData, out _);
                    ObjectUpdate.TryAppend(ref w, block);
                }
                return true;
            case MessageId.ObjectUpdateCompressed:
                if (!ObjectUpdateCompressed.TryRead(body, out ObjectUpdateCompressed compressed))
                    return false;
                new ObjectUpdateCompressed(compressed.RegionHandle, compressed.TimeDilation).Write(ref w);
                foreach (CompressedObject compressedObject in compressed.Objects)
                {
                    _ = compressedObject.LocalId;
                    ObjectUpdateCompressed.TryAppend(ref w, compressedObject);
                }
                return true;
            case MessageId.ObjectUpdateCached:
                if (!ObjectUpdateCached.TryRead(body, out ObjectUpdateCached cached))
                    return false;
                new ObjectUpdateCached(cached.RegionHandle, cached.TimeDilation).Write(ref w);
                for (int i = 0; i < cached.Count; i++)
                    ObjectUpdateCached.TryAppend(ref w, cached[i]);
                return true;
            case MessageId.AvatarAppearance:
                if (!AvatarAppearance.TryRead(body, out AvatarAppearance appearance))
                    return false;
                appearance.Write(ref w);
                return true;
            default:
                return null;
        }
    }
}
