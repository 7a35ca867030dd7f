using Mongoose.Core.Lludp.Messages;

namespace Mongoose.Client.Viewers;

/// <summary>Collects the textures named in a region's messages.</summary>
internal static class SceneTextures
{
    private const int GuidBytes = 16;

    /// <summary>The texture of most faces of each object: the first sixteen bytes of its TextureEntry.</summary>
    public static void Collect(in ObjectUpdate update, Action<Guid> seen)
    {
        foreach (ObjectUpdateBlock block in update.Objects)
        {
            if (block.TextureEntry.Length >= GuidBytes)
                Collect(new Guid(block.TextureEntry[..GuidBytes], bigEndian: true), seen);
        }
    }

    /// <summary>The four ground textures.</summary>
    public static void Collect(in RegionTerrain terrain, Action<Guid> seen)
    {
        foreach (Guid texture in (ReadOnlySpan<Guid>)[terrain.Detail0, terrain.Detail1, terrain.Detail2, terrain.Detail3])
            Collect(texture, seen);
    }

    private static void Collect(Guid texture, Action<Guid> seen)
    {
        if (texture != Guid.Empty)
            seen(texture);
    }
}
