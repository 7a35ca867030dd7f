namespace Mongoose.Testbed.Scenarios;

/// <summary>What the regions of a scenario's circuits are.</summary>
public enum RegionKind
{
    /// <summary>The testbed's own, on either clock.</summary>
    Embedded,

    /// <summary>Throw-away standalones of a real OpenSimulator, on the host's clock.</summary>
    OpenSim,
}
