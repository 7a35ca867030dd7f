namespace Mongoose.Core.Updates;

/// <summary>What a region sends when it sends a lost packet with object updates again.</summary>
public enum ResendRule
{
    /// <summary>Only the blocks that no later packet replaces, under the same sequence number.</summary>
    Trimmed,

    /// <summary>The packet as it was first sent, like OpenSim.</summary>
    Off,
}
