using Mongoose.Core.Lludp.Messages;

namespace Mongoose.Client.Viewers;

/// <summary>
/// Reports the assets of a region's ground and objects as messages name them, also repeatedly for the same asset.
/// </summary>
/// <param name="texture">Called for textures: those of the ground, of all faces of objects, and the maps of sculpted prims.</param>
/// <param name="mesh">Called for meshes.</param>
internal sealed class SceneAssets(Action<Guid> texture, Action<Guid> mesh)
{
    public void Collect(in RegionTerrain terrain) => SceneTextures.Collect(terrain, texture);

    public void Collect(in ObjectUpdate update)
    {
        foreach (ObjectUpdateBlock block in update.Objects)
        {
            // An avatar's textures are baked ones, which come with its appearance.
            if (block.PCode != SceneObjects.AvatarCode)
                Collect(block.TextureEntry, ObjectSculpt.Find(block.ExtraParams));
        }
    }

    public void Collect(in ObjectUpdateCompressed update)
    {
        foreach (CompressedObject compressed in update.Objects)
        {
            if (CompressedSurface.TryRead(compressed.Data, out CompressedSurface surface))
                Collect(surface.TextureEntry, surface.Sculpt);
        }
    }

    private void Collect(ReadOnlySpan<byte> textureEntry, ObjectSculpt? sculpt)
    {
        foreach (Guid id in new FaceTextures(textureEntry))
        {
            if (id != Guid.Empty)
                texture(id);
        }
        if (sculpt is { } shape)
            (shape.IsMesh ? mesh : texture)(shape.Asset);
    }
}
