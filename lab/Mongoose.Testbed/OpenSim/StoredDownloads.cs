using Mongoose.Client.Downloads;
using Mongoose.Simulators;
using Mongoose.Testbed.Downloads;

namespace Mongoose.Testbed.OpenSim;

/// <summary>The objects that flows of downloads ask for, as assets of a simulator.</summary>
internal static class StoredDownloads
{
    public static IReadOnlyList<StoredAsset> All { get; } =
        [.. DownloadObjects.All.Select(what => new StoredAsset(what.Id, TypeOf(what.Class), what.Bytes))];

    private static StoredAssetType TypeOf(DownloadClass kind) => kind switch
    {
        DownloadClass.Texture => StoredAssetType.Texture,
        DownloadClass.Mesh => StoredAssetType.Mesh,
        _ => StoredAssetType.Sound,
    };
}
