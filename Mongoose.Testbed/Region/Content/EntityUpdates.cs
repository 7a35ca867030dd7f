using System.Numerics;
using Mongoose.Client.Viewers;
using Mongoose.Core.Channels;
using Mongoose.Core.Lludp;
using Mongoose.Core.Lludp.Messages;
using Mongoose.Core.Units;
using Mongoose.Testbed.Region.Packets;

namespace Mongoose.Testbed.Region.Content;

/// <summary>
/// The updates that one viewer needs: avatars that moved, which go first, and objects of the region that it does not know yet. An avatar that moves
/// again before its update is made into a packet needs one update, not two; the update's age counts from the first move.
/// </summary>
internal sealed class EntityUpdates : IChannelContent
{
    /// <summary>OpenSim's payload limit, and the space that it reserves for the block that it adds next.</summary>
    private const int PayloadBytes = 1200, TerseReserve = 200, FullReserve = 300;

    /// <summary>OpenSim's estimate of the size of a full update, used for its budget.</summary>
    private const int EstimatedPrimBytes = 120;

    private const byte PrimCode = 9;

    // This makes an object's update 191 bytes long on the wire, as measured for plain boxes from an archive.
    private static readonly byte[] PrimTextureEntry = new byte[46 - PayloadStamp.Bytes];

    private readonly Queue<uint> _moved = new();
    private readonly Dictionary<uint, Instant> _movedAt = [];
    private readonly byte[] _stamp = new byte[PayloadStamp.Bytes];
    private readonly IPacketSink _circuit;
    private readonly int _prims;
    private readonly Func<uint, ObjectMotion?> _walkersMotion;
    private int _primsSent;
    private Instant _arrivedAt;

    /// <param name="circuit">The viewer's circuit.</param>
    /// <param name="prims">Number of objects in the region.</param>
    /// <param name="walkersMotion">Returns the present motion of a walker, or null for other avatars.</param>
    public EntityUpdates(IPacketSink circuit, int prims, Func<uint, ObjectMotion?> walkersMotion)
    {
        _walkersMotion = walkersMotion;
        _circuit = circuit;
        _prims = prims;
        _primsSent = prims;
    }

    public bool HasReady => _moved.Count > 0 || _primsSent < _prims;

    /// <summary>Queues updates of all objects for a viewer that has just arrived.</summary>
    public void QueueAllObjects(Instant now)
    {
        _primsSent = 0;
        _arrivedAt = now;
    }

    public void AvatarMoved(uint localId, Instant now)
    {
        if (_movedAt.TryAdd(localId, now))
            _moved.Enqueue(localId);
    }

    public bool TryMakePacket(out int estimate)
    {
        estimate = 0;
        if (_moved.Count > 0)
            estimate = MakeTersePacket();
        else if (_primsSent < _prims)
            estimate = MakeFullPacket();
        return estimate > 0;
    }

    private int MakeTersePacket()
    {
        Span<byte> motion = stackalloc byte[TerseMotion.AvatarBytes];
        OutPacket packet = _circuit.Rent(Channel.Task, reliable: true);
        scoped DatagramWriter w = packet.Begin();
        new ImprovedTerseObjectUpdate(EmbeddedRegion.Handle, ushort.MaxValue).Write(ref w);

        ReadOnlySpan<byte> stamp = StampOf(_moved.Peek());
        int updates = 0;
        while (w.Position < PayloadBytes - TerseReserve && _moved.TryDequeue(out uint avatar))
        {
            _movedAt.Remove(avatar);
            TerseMotion moved = new(avatar, State: 0, _walkersMotion(avatar) ?? WalkingMotion(avatar));
            ImprovedTerseObjectUpdate.TryAppend(ref w, new TerseObject { Data = moved.WriteTo(motion), TextureEntry = stamp });
            stamp = default; // One stamp per packet, in its first and therefore oldest update.
            updates++;
        }
        packet.Finish(w);
        _circuit.Enqueue(packet);
        return updates * MovingAvatars.TerseUpdateBytes;
    }

    /// <summary>
    /// Walkers have no stamp. It takes the place of textures, and later updates without textures would not replace such an update: the walkers'
    /// updates would differ from OpenSim's.
    /// </summary>
    private ReadOnlySpan<byte> StampOf(uint avatar)
    {
        if (_walkersMotion(avatar) is not null)
            return default;
        _circuit.Stamp(Channel.Task, _movedAt[avatar]).Write(_stamp);
        return _stamp;
    }

    private int MakeFullPacket()
    {
        Span<byte> motion = stackalloc byte[ObjectMotion.PrimBytes];
        OutPacket packet = _circuit.Rent(Channel.Task, reliable: true);
        scoped DatagramWriter w = packet.Begin();
        new ObjectUpdate(EmbeddedRegion.Handle, ushort.MaxValue).Write(ref w);

        _circuit.Stamp(Channel.Task, _arrivedAt).Write(_stamp);
        int updates = 0;
        while (w.Position < PayloadBytes - FullReserve && _primsSent < _prims)
        {
            int prim = _primsSent++;
            ObjectUpdate.TryAppend(ref w, new ObjectUpdateBlock
            {
                LocalId = (uint)(prim + 1_000_000),
                FullId = new Guid(prim, 1, 2, [3, 4, 5, 6, 7, 8, 9, 10]),
                PCode = PrimCode,
                Scale = Vector3.One,
                ObjectData = new ObjectMotion { Position = new Vector3(prim % 256, prim / 256 % 256, 25) }.WriteTo(motion),
                TextureEntry = PrimTextureEntry,
                Data = _stamp,
            });
            updates++;
        }
        packet.Finish(w);
        _circuit.Enqueue(packet);
        return updates * EstimatedPrimBytes;
    }

    private static ObjectMotion WalkingMotion(uint avatar) => new()
    {
        CollisionPlane = Vector4.UnitZ,
        Position = new Vector3(avatar % 256, avatar / 256 % 256, 25),
        Velocity = new Vector3(3.2f, 0, 0),
        Rotation = Quaternion.Identity,
    };
}
