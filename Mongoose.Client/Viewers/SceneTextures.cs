using Mongoose.Core.Lludp.Messages;

namespace Mongoose.Client.Viewers;

/// <summary>Which textures a region's messages speak of.</summary>
internal static class SceneTextures
{
    private const int GuidBytes = 16;

    /// <summary>The texture of most faces of each object: the first sixteen bytes of its TextureEntry.</summary>
    public static void See(in ObjectUpdate update, Action<Guid> seen)
    {
        foreach (ObjectUpdateBlock block in update.Objects)
        {
            if (block.TextureEntry.Length >= GuidBytes)
                See(new Guid(block.TextureEntry[..GuidBytes], bigEndian: true), seen);
        }
    }

    /// <summary>The four of the ground.</summary>
    public static void See(in RegionTerrain terrain, Action<Guid> seen)
    {
        See(terrain.Detail0, seen);
        See(terrain.Detail1, seen);
        See(terrain.Detail2, seen);
        See(terrain.Detail3, seen);
    }

    private static void See(Guid texture, Action<Guid> seen)
    {
        if (texture != Guid.Empty)
            seen(texture);
    }
}
