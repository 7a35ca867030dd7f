namespace Mongoose.Testbed.Region.Options;

/// <summary>The role of a circuit for its visitor.</summary>
internal enum CircuitRole
{
    /// <summary>The circuit with the region where the avatar is.</summary>
    Root,

    /// <summary>The circuit with a neighbouring region, where the visitor has a child agent.</summary>
    Child,
}
