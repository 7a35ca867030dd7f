namespace Mongoose.Client.Downloads;

/// <summary>
/// Downloads a region's assets by HTTP/1.1 as viewers of the Linden family do: several connections for each class of assets, with
/// pipelining. All members can be called on any thread.
/// </summary>
public sealed class Downloader : IAsyncDisposable, IDisposable
{
    private readonly CancellationTokenSource _stopping = new();
    private readonly DownloaderCore _core;
    private readonly ConnectionPool[] _pools;
    private readonly Lazy<Task> _ending;

    /// <param name="finished">
    /// Receives every finished download, on any thread, at times on several at once. The first exception that it throws is thrown again by
    /// the disposal.
    /// </param>
    /// <param name="options">How to download; null: as viewers do.</param>
    public Downloader(Action<Download> finished, DownloaderOptions? options = null)
    {
        _core = new DownloaderCore(options ?? new DownloaderOptions(), finished, _stopping.Token);
        _pools = Enum.GetValues<DownloadClass>().Select(kind => new ConnectionPool(_core, _core.Options.Habits.Of(kind))).ToArray();
        _ending = new Lazy<Task>(EndAsync);
    }

    public DownloadCounters Counters => _core.Counters;

    /// <summary>Queues a request. Any number can be queued; each class serves its own in their order.</summary>
    /// <param name="request">The asset or part to load.</param>
    /// <param name="then">Called after the downloader's callback for this request.</param>
    /// <exception cref="ArgumentException">The address is not an http or https address.</exception>
    public void Request(DownloadRequest request, Action<Download>? then = null)
    {
        if (!request.Address.IsAbsoluteUri || request.Address.Scheme is not ("http" or "https"))
            throw new ArgumentException($"not an http or https address: {request.Address}", nameof(request));
        Counters.AddRequest();
        _pools[(int)request.Class].Add(new PendingDownload(request, _core.Now, then));
    }

    /// <summary>Loads a mesh as viewers do: its header, and when that has arrived, the levels of detail.</summary>
    /// <param name="capability">The address of GetMesh2 or GetMesh.</param>
    /// <param name="id">The mesh's UUID.</param>
    /// <param name="parts">
    /// The parts after the header; null: the whole rest as <see cref="MeshRanges.AfterHeader"/>, if the server reports the size.
    /// </param>
    public void RequestMesh(Uri capability, Guid id, IReadOnlyList<ByteRange>? parts = null) =>
        Request(DownloadRequest.Mesh(capability, id, MeshRanges.Header), header =>
        {
            if (!header.Succeeded)
                return;
            foreach (ByteRange part in parts ?? MeshRanges.AfterHeader(header.AssetBytes ?? 0))
                Request(DownloadRequest.Mesh(capability, id, part));
        });

    /// <summary>
    /// Ends all connections and tasks. Downloads that are not finished get no callback. A callback must not wait for the disposal.
    /// </summary>
    public ValueTask DisposeAsync() => new(_ending.Value);

    /// <inheritdoc cref="DisposeAsync"/>
    public void Dispose() => _ending.Value.GetAwaiter().GetResult();

    private async Task EndAsync()
    {
        foreach (ConnectionPool pool in _pools)
            pool.Stop();
        await _stopping.CancelAsync().ConfigureAwait(false);
        await _core.Tasks.EndAsync().ConfigureAwait(false);
        _stopping.Dispose();
    }
}
