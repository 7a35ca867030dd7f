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
internal readonly record struct Act(Duration Length)
{
    /// <summary>Controls that are pressed during the act.</summary>
    public AgentControls Controls { get; init; }

    /// <summary>The initial heading in radians from east; null: the previous heading.</summary>
    public float? Heading { get; init; }

    /// <summary>The turn rate in radians per second, to the left.</summary>
    public float TurnPerSecond { get; init; }

    /// <summary>Whether the avatar downloads textures during the act.</summary>
    public bool FetchesTextures { get; init; }

    /// <summary>The destination of a teleport at the end of the act, in metres within a region; null: no teleport.</summary>
    public Vector3? TeleportTo { get; init; }
}
