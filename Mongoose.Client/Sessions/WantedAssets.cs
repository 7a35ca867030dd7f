namespace Mongoose.Client.Sessions;

/// <summary>The assets of one kind that a bot has seen. Each is fetched once, as soon as a region offers the kind.</summary>
/// <param name="fetch">Fetches an asset from a capability.</param>
internal sealed class WantedAssets(Action<Uri, Guid> fetch)
{
    /// <summary>Maximum number of assets: a region can name any number of ids, and each takes memory.</summary>
    public const int Max = 100_000;

    private readonly HashSet<Guid> _seen = [];
    private readonly Queue<Guid> _waiting = new();
    private Uri? _capability;

    public void Add(Guid asset)
    {
        if (_seen.Count >= Max || !_seen.Add(asset))
            return;
        _waiting.Enqueue(asset);
        FetchAll();
    }

    /// <summary>The avatar is in a region.</summary>
    /// <param name="capability">The region's capability; null: assets wait for another region.</param>
    public void Use(Uri? capability)
    {
        _capability = capability;
        FetchAll();
    }

    private void FetchAll()
    {
        while (_capability is { } capability && _waiting.TryDequeue(out Guid asset))
            fetch(capability, asset);
    }
}
