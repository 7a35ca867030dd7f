using System.Numerics;

namespace Mongoose.Tests.Simulators.Causes.Regions;

/// <summary>A box of half a metre that a region archive brings into a region.</summary>
/// <param name="Name">Its name, by which the console can delete it.</param>
/// <param name="Place">Where it is, in metres from the region's south-west corner.</param>
internal sealed record BuiltObject(string Name, Vector3 Place)
{
    /// <summary>The script in it, in LSL; null: none.</summary>
    public string? Script { get; init; }

    /// <summary>Whether it falls and collides.</summary>
    public bool IsPhysical { get; init; }
}
