namespace Mongoose.Simulators;

/// <summary>An asset that the simulator's asset service has from its start.</summary>
/// <param name="Id">The asset's id, by which viewers ask for it.</param>
/// <param name="Type">The asset's type.</param>
/// <param name="Bytes">The asset's size. The content is noise: no program decodes it.</param>
public sealed record StoredAsset(Guid Id, StoredAssetType Type, int Bytes);

/// <summary>Types of assets, with their numbers in OpenSimulator.</summary>
public enum StoredAssetType
{
    Texture = 0,
    Sound = 1,
    Mesh = 49,
}
