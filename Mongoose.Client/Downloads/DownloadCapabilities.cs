using Mongoose.Client.Login;

namespace Mongoose.Client.Downloads;

/// <summary>The addresses of a region's assets; null: the region does not serve them by HTTP.</summary>
/// <param name="Textures">GetTexture.</param>
/// <param name="Meshes">GetMesh2; on old regions, GetMesh.</param>
/// <param name="Assets">ViewerAsset.</param>
public sealed record DownloadCapabilities(Uri? Textures, Uri? Meshes, Uri? Assets)
{
    public static readonly DownloadCapabilities None = new(null, null, null);

    private const string GetTexture = "GetTexture", GetMesh2 = "GetMesh2", GetMesh = "GetMesh", ViewerAsset = "ViewerAsset";

    /// <summary>The names to ask a seed capability for.</summary>
    public static IReadOnlyList<string> Names { get; } = [GetTexture, GetMesh2, GetMesh, ViewerAsset];

    /// <summary>Reads the answer to <see cref="GridLogin.AskSeedAsync"/>.</summary>
    /// <exception cref="FormatException">An address is not http or https.</exception>
    public static DownloadCapabilities From(IReadOnlyDictionary<string, string> answer) => new(
        HttpAddress.OfCapability(answer, GetTexture),
        HttpAddress.OfCapability(answer, GetMesh2) ?? HttpAddress.OfCapability(answer, GetMesh),
        HttpAddress.OfCapability(answer, ViewerAsset));
}
