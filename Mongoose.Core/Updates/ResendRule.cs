namespace Mongoose.Core.Updates;

/// <summary>The content of a lost packet with object updates when a region sends it again.</summary>
public enum ResendRule
{
    /// <summary>Only the blocks that no later packet replaces, under the same sequence number.</summary>
    Trimmed,

    /// <summary>The packet as it was first sent, as in OpenSim.</summary>
    Off,
}
