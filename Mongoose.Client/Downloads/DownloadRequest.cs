namespace Mongoose.Client.Downloads;

/// <summary>One GET of an asset or of a part of it.</summary>
/// <param name="Class">The class whose connections are used.</param>
/// <param name="Id">The asset's UUID.</param>
/// <param name="Address">The full address, http or https.</param>
/// <param name="Range">The part; null: no header Range is sent.</param>
public sealed record DownloadRequest(DownloadClass Class, Guid Id, Uri Address, ByteRange? Range = null)
{
    /// <param name="capability">The address of GetTexture.</param>
    /// <param name="id">The texture's UUID.</param>
    /// <param name="range">The part; null: no header Range is sent.</param>
    public static DownloadRequest Texture(Uri capability, Guid id, ByteRange? range = null) =>
        new(DownloadClass.Texture, id, AddressOf(capability, "texture_id", id), range);

    /// <param name="capability">The address of GetMesh2 or GetMesh.</param>
    /// <param name="id">The mesh's UUID.</param>
    /// <param name="range">The part; its length decides the class.</param>
    public static DownloadRequest Mesh(Uri capability, Guid id, ByteRange range) =>
        new(range.Length >= MeshRanges.LargeBytes ? DownloadClass.LargeMesh : DownloadClass.Mesh, id,
            AddressOf(capability, "mesh_id", id), range);

    /// <param name="capability">The address of ViewerAsset.</param>
    /// <param name="id">The asset's UUID.</param>
    public static DownloadRequest Asset(Uri capability, AssetKind kind, Guid id) =>
        new(DownloadClass.Asset, id, AddressOf(capability, kind.Parameter(), id));

    private static Uri AddressOf(Uri capability, string parameter, Guid id) => new($"{capability.AbsoluteUri}/?{parameter}={id}");
}
