using System.Numerics;
using Mongoose.Client.Viewers;
using Mongoose.Core.Units;

namespace Mongoose.Client.Activities;

/// <summary>An endless sequence of acts that an avatar performs. The same seed gives the same acts.</summary>
internal interface IActivity
{
    Act Next();
}

/// <summary>Something that an avatar does for a while.</summary>
/// <param name="Length">The act's duration.</param>
/// <param name="Controls">Controls that are pressed during the act.</param>
/// <param name="Heading">The initial heading in radians from east; null: the previous heading.</param>
/// <param name="TurnPerSecond">The turn rate in radians per second, to the left.</param>
/// <param name="FetchesTextures">Whether the avatar downloads textures during the act.</param>
/// <param name="TeleportTo">The destination of a teleport at the end of the act, in metres within a region; null: no teleport.</param>
internal readonly record struct Act(
    Duration Length, AgentControls Controls = AgentControls.None, float? Heading = null, float TurnPerSecond = 0,
    bool FetchesTextures = false, Vector3? TeleportTo = null);
