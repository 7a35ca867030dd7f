using System.Numerics;
using Mongoose.Client.Viewers;
using Mongoose.Core.Channels;
using Mongoose.Core.Lludp;
using Mongoose.Core.Lludp.Messages;
using Mongoose.Core.Units;
using Mongoose.Testbed.Region.Packets;

namespace Mongoose.Testbed.Region.Content;

/// <summary>
/// Avatars that are already in the region when a viewer arrives. For each of them OpenSim sends an update and then its appearance, in
/// separate packets; a viewer that processes the appearance first ignores it, and the avatar stays a cloud.
/// </summary>
internal static class Bystanders
{
    private const byte AvatarCode = 47;
    private const uint FirstLocalId = 2_000_000;

    /// <summary>The number of shape parameters; the size of a default texture and six baked ones.</summary>
    private const int VisualParams = 253, TextureEntryBytes = 180;

    private static readonly byte[] Shape = new byte[VisualParams];

    public static void Send(IPacketSink circuit, int count, Instant now)
    {
        for (int i = 0; i < count; i++)
        {
            Guid id = new(i, 1, 1, [1, 1, 1, 1, 1, 1, 1, 1]);
            SendUpdate(circuit, FirstLocalId + (uint)i, id, now);
            SendAppearance(circuit, id, now);
        }
    }

    private static void SendUpdate(IPacketSink circuit, uint localId, Guid id, Instant now)
    {
        Span<byte> motion = stackalloc byte[ObjectMotion.AvatarBytes], stamp = stackalloc byte[PayloadStamp.Bytes];
        circuit.Stamp(Channel.Task, now).Write(stamp);
        OutPacket packet = circuit.Begin(Channel.Task, reliable: true, out scoped DatagramWriter w);
        new ObjectUpdate(RegionHandle.Value, ushort.MaxValue).Write(ref w);
        ObjectUpdate.TryAppend(ref w, new ObjectUpdateBlock
        {
            LocalId = localId,
            FullId = id,
            PCode = AvatarCode,
            Scale = Vector3.One,
            ObjectData = new ObjectMotion { CollisionPlane = Vector4.UnitZ, Position = new Vector3(128, 128, 25) }.WriteTo(motion),
            NameValue = "FirstName STRING RW SV Test\nLastName STRING RW SV Avatar\0"u8,
            Data = stamp,
        });
        circuit.Enqueue(packet, w);
    }

    private static void SendAppearance(IPacketSink circuit, Guid id, Instant now)
    {
        Span<byte> textures = stackalloc byte[TextureEntryBytes];
        textures.Clear();
        circuit.Stamp(Channel.Task, now).Write(textures);
        OutPacket packet = circuit.Begin(Channel.Task, reliable: true, out scoped DatagramWriter w);
        new AvatarAppearance { AgentId = id, TextureEntry = textures, VisualParams = Shape }.Write(ref w);
        circuit.Enqueue(packet, w);
    }
}
