namespace Mongoose.Core.Status.Arrivals;

/// <summary>What was sent by HTTP: bytes by capability, and the assets that cost most. Not thread-safe.</summary>
public sealed class DownloadCosts
{
    /// <summary>
    /// The number of assets that are kept. Beyond it, the half that costs least is dropped; the bytes by capability still contain it.
    /// </summary>
    public const int MaxAssets = 1000;

    private readonly Dictionary<string, long> _bytes = [];
    private readonly Dictionary<(string Capability, Guid Id), (long Bytes, int Times)> _assets = [];

    /// <summary>Bytes of all capabilities.</summary>
    public long TotalBytes { get; private set; }

    /// <summary>Bytes by capability, ordered by name.</summary>
    public IReadOnlyList<(string Capability, long Bytes)> ByCapability =>
        [.. _bytes.OrderBy(pair => pair.Key, StringComparer.Ordinal).Select(pair => (pair.Key, pair.Value))];

    /// <summary>Adds what was sent of a response.</summary>
    /// <param name="cost">The bytes. <see cref="Guid.Empty"/> is no asset: these bytes count for the capability alone.</param>
    public void Add(in AssetCost cost)
    {
        AddBytes(cost.Capability, cost.Bytes);
        if (cost.Id != Guid.Empty)
            AddAsset(cost);
    }

    /// <summary>Adds all that others have counted.</summary>
    public void Add(DownloadCosts others)
    {
        foreach ((string capability, long bytes) in others._bytes)
            AddBytes(capability, bytes);
        foreach (((string capability, Guid id), (long bytes, int times)) in others._assets)
            AddAsset(new AssetCost(capability, id, bytes, times));
    }

    /// <summary>The assets that cost most, with the most expensive first.</summary>
    public IReadOnlyList<AssetCost> Top(int count) =>
    [
        .. _assets.Select(pair => new AssetCost(pair.Key.Capability, pair.Key.Id, pair.Value.Bytes, pair.Value.Times))
            .OrderByDescending(cost => cost.Bytes).ThenBy(cost => cost.Id).Take(count),
    ];

    private void AddBytes(string capability, long bytes)
    {
        _bytes[capability] = _bytes.GetValueOrDefault(capability) + bytes;
        TotalBytes += bytes;
    }

    private void AddAsset(in AssetCost cost)
    {
        (string, Guid) key = (cost.Capability, cost.Id);
        if (_assets.Count >= MaxAssets && !_assets.ContainsKey(key))
            DropCheapHalf();
        (long bytes, int times) = _assets.GetValueOrDefault(key);
        _assets[key] = (bytes + cost.Bytes, times + cost.Times);
    }

    private void DropCheapHalf()
    {
        foreach ((string, Guid) key in _assets.OrderBy(pair => pair.Value.Bytes).Take(MaxAssets / 2).Select(pair => pair.Key).ToArray())
            _assets.Remove(key);
    }
}
