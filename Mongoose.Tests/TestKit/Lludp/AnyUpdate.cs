using Mongoose.Core.Lludp;
using Mongoose.Core.Lludp.Messages;
using Mongoose.Core.Updates;

namespace Mongoose.TestKit.Lludp;

/// <summary>A block that a test writes.</summary>
/// <param name="LocalId">The object.</param>
/// <param name="Kind">The kind of block.</param>
/// <param name="Seed">Determines the rest of the block, so that each block is different.</param>
internal sealed record TestBlock(uint LocalId, BlockKind Kind, int Seed = 0);

/// <summary>Writes object updates.</summary>
internal static class AnyUpdate
{
    public const ulong Region = 0x0003E800_0003E800;

    public static readonly MessageId[] Messages =
    [
        MessageId.ObjectUpdate, MessageId.ObjectUpdateCompressed, MessageId.ObjectUpdateCached, MessageId.ImprovedTerseObjectUpdate,
        MessageId.KillObject,
    ];

    public static byte[] Datagram(MessageId message, IReadOnlyList<TestBlock> blocks, bool zeroCoded = false, uint sequence = 0,
        PacketFlags flags = PacketFlags.Reliable) =>
        zeroCoded ? Wire.ZeroCodedDatagram((ref DatagramWriter w) => Write(ref w, message, blocks), flags, sequence)
            : Wire.Datagram((ref DatagramWriter w) => Write(ref w, message, blocks), flags, sequence);

    /// <summary>An ImprovedTerseObjectUpdate of avatars without textures.</summary>
    public static byte[] Motion(params uint[] avatars) =>
        Datagram(MessageId.ImprovedTerseObjectUpdate, [.. avatars.Select(id => new TestBlock(id, BlockKind.Motion))]);

    public static byte[] Kill(params uint[] objects) =>
        Datagram(MessageId.KillObject, [.. objects.Select(id => new TestBlock(id, BlockKind.Kill))]);

    public static byte[] Full(params uint[] objects) =>
        Datagram(MessageId.ObjectUpdate, [.. objects.Select(id => new TestBlock(id, BlockKind.Full))]);

    /// <summary>A block that the message can carry.</summary>
    public static TestBlock RandomBlock(Random random, MessageId message, uint objects) =>
        new((uint)random.Next((int)objects), message switch
        {
            MessageId.ImprovedTerseObjectUpdate => random.Next(3) == 0 ? BlockKind.TexturedMotion : BlockKind.Motion,
            MessageId.ObjectUpdateCached => BlockKind.Cached,
            MessageId.KillObject => BlockKind.Kill,
            _ => BlockKind.Full,
        }, random.Next());

    public static byte[] WithAcks(byte[] datagram, params uint[] acks)
    {
        byte[] buffer = new byte[4096];
        datagram.CopyTo(buffer, 0);
        int length = datagram.Length;
        DatagramHeader.AppendAcks(buffer, ref length, acks);
        return buffer[..length];
    }

    private static void Write(ref DatagramWriter w, MessageId message, IReadOnlyList<TestBlock> blocks)
    {
        switch (message)
        {
            case MessageId.ObjectUpdate:
                new ObjectUpdate(Region, ushort.MaxValue).Write(ref w);
                break;
            case MessageId.ObjectUpdateCompressed:
                new ObjectUpdateCompressed(Region, ushort.MaxValue).Write(ref w);
                break;
            case MessageId.ObjectUpdateCached:
                new ObjectUpdateCached(Region, ushort.MaxValue).Write(ref w);
                break;
            case MessageId.ImprovedTerseObjectUpdate:
                new ImprovedTerseObjectUpdate(Region, ushort.MaxValue).Write(ref w);
                break;
            default:
                w.WriteMessageId(MessageId.KillObject);
                w.WriteBlocks(0, default);
                break;
        }
        foreach (TestBlock block in blocks)
            Assert.That(Append(ref w, message, block), "the block did not fit");
    }

    private static bool Append(ref DatagramWriter w, MessageId message, TestBlock block)
    {
        FieldSource from = new(block.Seed);
        switch (message)
        {
            case MessageId.ObjectUpdate:
                return ObjectUpdate.TryAppend(ref w, from.ObjectUpdateBlock(20, block.LocalId));
            case MessageId.ObjectUpdateCompressed:
                byte[] data = [.. new byte[16], .. BitConverter.GetBytes(block.LocalId), .. from.Bytes(60)];
                return ObjectUpdateCompressed.TryAppend(ref w, new CompressedObject { UpdateFlags = from.UInt32(), Data = data });
            case MessageId.ObjectUpdateCached:
                return ObjectUpdateCached.TryAppend(ref w, new CachedObject(block.LocalId, from.UInt32(), from.UInt32()));
            case MessageId.ImprovedTerseObjectUpdate:
                TerseMotion motion = new(block.LocalId, from.UInt8(), from.Motion(avatar: from.Boolean()));
                byte[] textures = block.Kind == BlockKind.TexturedMotion ? [7, .. from.Bytes(40)] : [];
                return ImprovedTerseObjectUpdate.TryAppend(ref w,
                    new TerseObject { Data = motion.WriteTo(new byte[TerseMotion.AvatarBytes]), TextureEntry = textures });
            default:
                int begin = w.BeginBlock();
                w.WriteUInt32(block.LocalId);
                return w.EndBlock(begin);
        }
    }
}
