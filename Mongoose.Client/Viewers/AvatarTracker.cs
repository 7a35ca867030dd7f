using System.Numerics;
using Mongoose.Core.Lludp.Messages;
using Mongoose.Core.Units;

namespace Mongoose.Client.Viewers;

/// <summary>Tracks one avatar's position from the messages of its region.</summary>
internal sealed class AvatarTracker(Guid agentId)
{
    private uint? _localId;

    /// <summary>The avatar's position that the region reported last; null before the first report.</summary>
    public AvatarPosition? Last { get; private set; }

    /// <summary>The region has placed the avatar by a teleport within it.</summary>
    public void Placed(Vector3 position, Instant now) => Take(Last?.RegionHandle ?? 0, position, Vector3.Zero, now);

    /// <summary>The region has placed the avatar on arrival.</summary>
    public void Received(in AgentMovementComplete arrived, Instant now) => Take(arrived.RegionHandle, arrived.Position, Vector3.Zero, now);

    public void Received(in ObjectUpdate update, Instant now)
    {
        foreach (ObjectUpdateBlock block in update.Objects)
        {
            if (block.FullId != agentId)
                continue;
            _localId = block.LocalId;
            // With a parent the avatar sits, and the position is relative to the seat.
            if (block.ParentId == 0 && ObjectMotion.TryRead(block.ObjectData, out ObjectMotion motion))
                Take(update.RegionHandle, motion.Position, motion.Velocity, now);
        }
    }

    public void Received(in ImprovedTerseObjectUpdate update, Instant now)
    {
        if (_localId is not { } localId)
            return;
        foreach (TerseObject terse in update.Objects)
        {
            if (TerseMotion.TryRead(terse.Data, out TerseMotion moved) && moved.LocalId == localId)
                Take(update.RegionHandle, moved.Motion.Position, moved.Motion.Velocity, now);
        }
    }

    private void Take(ulong regionHandle, Vector3 position, Vector3 velocity, Instant now)
    {
        if (float.IsFinite(position.X) && float.IsFinite(position.Y) && float.IsFinite(position.Z))
            Last = new AvatarPosition(position, velocity, now, regionHandle);
    }
}

/// <summary>The position of an avatar as reported by its region.</summary>
/// <param name="Metres">From the region's south-west corner, and upwards.</param>
/// <param name="Velocity">In m/s.</param>
/// <param name="At">When the report arrived.</param>
/// <param name="RegionHandle">The region's position on the grid in metres: x in the high half, y in the low half.</param>
internal readonly record struct AvatarPosition(Vector3 Metres, Vector3 Velocity, Instant At, ulong RegionHandle);
