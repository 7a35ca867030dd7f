using System.Numerics;
using Mongoose.Core.Lludp.Messages;
using Mongoose.Core.Units;

namespace Mongoose.Client.Viewers;

/// <summary>Follows one avatar by what its region sends.</summary>
/// <param name="agentId">Whose avatar it is.</param>
internal sealed class AvatarTracker(Guid agentId)
{
    private uint? _localId;

    /// <summary>Where the region said last that the avatar is; null before it has said so.</summary>
    public AvatarPosition? Last { get; private set; }

    /// <summary>The region has put the avatar somewhere: on arrival, or by a teleport.</summary>
    public void Placed(Vector3 position, Instant now) => Take(position, Vector3.Zero, now);

    public void Received(in ObjectUpdate update, Instant now)
    {
        foreach (ObjectUpdateBlock block in update.Objects)
        {
            if (block.FullId != agentId)
                continue;
            _localId = block.LocalId;
            // With a parent it sits, and the position is the seat's.
            if (block.ParentId == 0 && ObjectMotion.TryRead(block.ObjectData, out ObjectMotion motion))
                Take(motion.Position, motion.Velocity, now);
        }
    }

    public void Received(in ImprovedTerseObjectUpdate update, Instant now)
    {
        if (_localId is not { } localId)
            return;
        foreach (TerseObject terse in update.Objects)
        {
            if (TerseMotion.TryRead(terse.Data, out TerseMotion moved) && moved.LocalId == localId)
                Take(moved.Motion.Position, moved.Motion.Velocity, now);
        }
    }

    private void Take(Vector3 position, Vector3 velocity, Instant now)
    {
        if (float.IsFinite(position.X) && float.IsFinite(position.Y) && float.IsFinite(position.Z))
            Last = new AvatarPosition(position, velocity, now);
    }
}

/// <summary>Where an avatar is, as its region says.</summary>
/// <param name="Metres">From the region's south-west corner, and up.</param>
/// <param name="Velocity">In m/s.</param>
/// <param name="At">When that arrived.</param>
internal readonly record struct AvatarPosition(Vector3 Metres, Vector3 Velocity, Instant At);
