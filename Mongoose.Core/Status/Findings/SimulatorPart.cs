namespace Mongoose.Core.Status.Findings;

/// <summary>What of a simulator is slow.</summary>
public enum SimulatorPart
{
    /// <summary>The loop that makes the frames stands still.</summary>
    Heartbeat,

    /// <summary>Garbage collections pause the process.</summary>
    Collections,

    /// <summary>Work waits for a thread: all threads of a pool wait for something else.</summary>
    Threads,

    /// <summary>The physics engine takes most of the frame.</summary>
    Physics,

    /// <summary>Scripts take most of the process's time.</summary>
    Scripts,

    /// <summary>Avatars take most of the frame.</summary>
    Agents,

    /// <summary>The service that stores textures, meshes and other assets answers late.</summary>
    Assets,

    /// <summary>Something else in the frame, such as updates of objects and other modules.</summary>
    Other,
}

/// <summary>What operators read of a part.</summary>
public static class SimulatorPartText
{
    /// <summary>The part on the page, after the cause's title.</summary>
    public static string Title(this SimulatorPart part) => part switch
    {
        SimulatorPart.Heartbeat => "stands still",
        SimulatorPart.Collections => "garbage collections",
        SimulatorPart.Threads => "waiting threads",
        SimulatorPart.Physics => "physics",
        SimulatorPart.Scripts => "scripts",
        SimulatorPart.Agents => "avatars",
        SimulatorPart.Assets => "the asset service",
        SimulatorPart.Other => "other work",
        _ => throw new ArgumentOutOfRangeException(nameof(part), part, "a part without words"),
    };
}
