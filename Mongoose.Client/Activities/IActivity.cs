using System.Numerics;
using Mongoose.Client.Viewers;
using Mongoose.Core.Units;

namespace Mongoose.Client.Activities;

/// <summary>What an avatar does, act by act, without end. The same seed gives the same acts.</summary>
internal interface IActivity
{
    Act Next();
}

/// <summary>Something that an avatar does for a while.</summary>
/// <param name="Length">For how long.</param>
internal readonly record struct Act(Duration Length)
{
    /// <summary>Controls pressed meanwhile.</summary>
    public AgentControls Controls { get; init; }

    /// <summary>Where it heads at first, in radians from east; null: on as before.</summary>
    public float? Heading { get; init; }

    /// <summary>How it turns meanwhile, in radians per second, to the left.</summary>
    public float TurnPerSecond { get; init; }

    /// <summary>Whether it downloads textures meanwhile.</summary>
    public bool FetchesTextures { get; init; }

    /// <summary>To where it teleports at the end, in metres within a region; null: not at all.</summary>
    public Vector3? TeleportTo { get; init; }
}
