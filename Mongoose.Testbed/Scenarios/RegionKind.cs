namespace Mongoose.Testbed.Scenarios;

/// <summary>What the regions of a scenario's circuits are on the host's clock; simulated ones are always the testbed's own.</summary>
public enum RegionKind
{
    /// <summary>The testbed's own.</summary>
    Embedded,

    /// <summary>Throw-away standalones of a real OpenSimulator.</summary>
    OpenSim,
}
