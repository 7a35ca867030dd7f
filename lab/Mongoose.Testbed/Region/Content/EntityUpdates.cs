using System.Numerics;
using Mongoose.Client.Viewers;
using Mongoose.Core.Channels;
using Mongoose.Core.Lludp;
using Mongoose.Core.Lludp.Messages;
using Mongoose.Core.Units;
using Mongoose.Core.Updates;
using Mongoose.Testbed.Region.Packets;

namespace Mongoose.Testbed.Region.Content;

/// <summary>
/// The updates that one viewer needs: avatars that moved, which OpenSim takes first, and objects that the viewer does not know yet.
/// An avatar that moves again before its update is made into a packet needs one update, not two; the update's age counts from the first
/// move.
/// </summary>
/// <param name="prims">Number of objects in the region.</param>
/// <param name="walkersMotion">Returns the present motion of a walker, or null for other avatars.</param>
internal sealed class EntityUpdates(IPacketSink circuit, int prims, Func<uint, ObjectMotion?> walkersMotion)
{
    /// <summary>OpenSim's payload limit.</summary>
    private const int PayloadBytes = 1200;

    private const byte PrimCode = 9;

    /// <summary>The size of an object's update, and how many of them OpenSim puts into a packet.</summary>
    private const int PrimBytes = 259, PrimsPerPacket = (UpdatePortions.FullPacketBytes - UpdatePortions.HeaderEstimate) / PrimBytes;

    // With this length and a stamp, an object's update has PrimBytes.
    private static readonly byte[] PrimTextureEntry = new byte[46 - PayloadStamp.Bytes];

    private readonly Queue<uint> _moved = new();
    private readonly Queue<uint> _portion = new();
    private readonly Dictionary<uint, Instant> _movedAt = [];
    private readonly byte[] _stamp = new byte[PayloadStamp.Bytes];
    private int _primsLeft;
    private Instant _arrivedAt;

    public bool HasReady => _moved.Count > 0 || _primsLeft > 0;

    /// <summary>Number of avatars that have moved.</summary>
    public int Moved => _moved.Count;

    /// <summary>Queues updates of all objects for a viewer that has just arrived.</summary>
    public void QueueAllObjects(Instant now)
    {
        _primsLeft = prims;
        _arrivedAt = now;
    }

    public void AvatarMoved(uint localId, Instant now)
    {
        if (_movedAt.TryAdd(localId, now))
            _moved.Enqueue(localId);
    }

    /// <summary>
    /// Queues a portion of the updates like OpenSim's ProcessEntityUpdates: it takes updates until its estimate of their sizes reaches
    /// <paramref name="estimate"/>, and makes the full updates into packets, then the motion updates. Returns whether there were any.
    /// </summary>
    public bool TryMakePackets(long estimate)
    {
        int full = 0;
        for (; estimate > 0 && _moved.TryDequeue(out uint avatar); estimate -= UpdatePortions.MotionEstimate)
        {
            estimate -= _portion.Count == 0 ? UpdatePortions.HeaderEstimate : 0;
            _portion.Enqueue(avatar);
        }
        for (; estimate > 0 && full < _primsLeft; estimate -= UpdatePortions.FullEstimate)
            estimate -= full++ == 0 ? UpdatePortions.HeaderEstimate : 0;
        bool any = full + _portion.Count > 0;
        for (int rest = _primsLeft - full; _primsLeft > rest;)
            MakeFullPacket(rest);
        while (_portion.Count > 0)
            MakeTersePacket();
        return any;
    }

    private void MakeTersePacket()
    {
        Span<byte> motion = stackalloc byte[TerseMotion.AvatarBytes];
        OutPacket packet = circuit.Begin(Channel.Task, reliable: true, out scoped DatagramWriter w);
        new ImprovedTerseObjectUpdate(RegionHandle.Value, ushort.MaxValue).Write(ref w);

        ReadOnlySpan<byte> stamp = StampOf(_portion.Peek());
        while (w.Position < PayloadBytes - UpdatePortions.MotionEstimate && _portion.TryDequeue(out uint avatar))
        {
            _movedAt.Remove(avatar);
            TerseMotion moved = new(avatar, State: 0, walkersMotion(avatar) ?? WalkingMotion(avatar));
            ImprovedTerseObjectUpdate.TryAppend(ref w, new TerseObject { Data = moved.WriteTo(motion), TextureEntry = stamp });
            stamp = default; // One stamp per packet, in its first and therefore oldest update.
        }
        circuit.Enqueue(packet, w);
    }

    /// <summary>
    /// Walkers have no stamp. A stamp takes the place of textures, and later updates without textures would not replace an update with a
    /// stamp: the walkers' updates would differ from OpenSim's.
    /// </summary>
    private ReadOnlySpan<byte> StampOf(uint avatar)
    {
        if (walkersMotion(avatar) is not null)
            return default;
        circuit.Stamp(Channel.Task, _movedAt[avatar]).Write(_stamp);
        return _stamp;
    }

    /// <param name="rest">The number of objects that are left for later portions.</param>
    private void MakeFullPacket(int rest)
    {
        Span<byte> motion = stackalloc byte[ObjectMotion.PrimBytes];
        OutPacket packet = circuit.Begin(Channel.Task, reliable: true, out scoped DatagramWriter w);
        new ObjectUpdate(RegionHandle.Value, ushort.MaxValue).Write(ref w);

        circuit.Stamp(Channel.Task, _arrivedAt).Write(_stamp);
        for (int stop = Math.Max(_primsLeft - PrimsPerPacket, rest); _primsLeft > stop; _primsLeft--)
        {
            int prim = prims - _primsLeft;
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
        }
        circuit.Enqueue(packet, w);
    }

    private static ObjectMotion WalkingMotion(uint avatar) => new()
    {
        CollisionPlane = Vector4.UnitZ,
        Position = new Vector3(avatar % 256, avatar / 256 % 256, 25),
        Velocity = new Vector3(3.2f, 0, 0),
        Rotation = Quaternion.Identity,
    };
}
