namespace Mongoose.Client.Downloads;

/// <summary>The classes of downloads; each has connections and a queue of its own.</summary>
public enum DownloadClass
{
    Texture,

    Mesh,

    /// <summary>A part of a mesh; the part has <see cref="MeshRanges.LargeBytes"/> or more.</summary>
    LargeMesh,

    /// <summary>A sound, an animation, or another asset of the capability ViewerAsset.</summary>
    Asset,
}
