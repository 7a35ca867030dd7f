using Mongoose.Client.Downloads;
using Mongoose.Client.Viewers;
using Mongoose.Core.Sending;
using Mongoose.Core.Units;

namespace Mongoose.Client.Sessions;

/// <summary>
/// Fetches the textures and meshes of an avatar's scene by HTTP as viewers do, each once per visit. Figures can be read on any thread.
/// </summary>
internal sealed class SceneDownloads : IDisposable
{
    private readonly object _lock = new();
    private readonly IDownloadClock _clock;
    private readonly Downloader _downloader;
    private readonly WantedAssets _textures;
    private readonly WantedAssets _meshes;
    private readonly DelayHistogram _firstByte = new();
    private Instant? _begun;
    private Instant _lastFinished;
    private Instant? _ended;

    /// <param name="options">How to download; null: as viewers do.</param>
    public SceneDownloads(DownloaderOptions? options = null)
    {
        options ??= new DownloaderOptions();
        _clock = options.Clock;
        _downloader = new Downloader(Finished, options);
        _textures = new WantedAssets((capability, id) =>
            Fetch(() => _downloader.Request(DownloadRequest.Texture(capability, id, ByteRange.Whole))));
        _meshes = new WantedAssets((capability, id) => Fetch(() => _downloader.RequestMesh(capability, id)));
        Assets = new SceneAssets(_textures.Add, _meshes.Add);
    }

    /// <summary>Receives the assets of the scene.</summary>
    public SceneAssets Assets { get; }

    /// <inheritdoc cref="DownloadCounters.ReceivedBytes"/>
    public long ReceivedBytes => _downloader.Counters.ReceivedBytes;

    /// <summary>The downloads so far.</summary>
    public HttpFigures Figures
    {
        get
        {
            DownloadCounters counters = _downloader.Counters;
            lock (_lock)
            {
                long[] firstByte = new long[DelayHistogram.Buckets];
                _firstByte.AddTo(firstByte);
                return new HttpFigures(counters.Requested, counters.Succeeded, counters.FailedInTotal, counters.ReceivedBytes,
                    counters.Retried, counters.Repeated, counters.TimedOut, TimeTaken(counters), firstByte);
            }
        }
    }

    /// <summary>The avatar is in a region, whose capabilities are used from now on.</summary>
    /// <returns>The capabilities that the region lacks, for the user; null if it offers textures and meshes.</returns>
    public string? Use(DownloadCapabilities capabilities)
    {
        _textures.Use(capabilities.Textures);
        _meshes.Use(capabilities.Meshes);
        return capabilities switch
        {
            { Textures: null, Meshes: null } => "the region offers neither GetTexture nor GetMesh2: --http fetches nothing there",
            { Textures: null } => "the region does not offer GetTexture: --http fetches only meshes there",
            { Meshes: null } => "the region offers neither GetMesh2 nor GetMesh: --http fetches only textures there",
            _ => null,
        };
    }

    /// <summary>Ends all downloads, without waiting for the ends of connections.</summary>
    public void Dispose()
    {
        lock (_lock)
            _ended ??= _clock.Now;
        _ = _downloader.DisposeAsync();
    }

    private void Fetch(Action request)
    {
        lock (_lock)
        {
            if (_ended is not null)
                return;
            _begun ??= _clock.Now;
        }
        request();
    }

    /// <summary>From the first request to the last answer; while answers are missing, to now or to the end of the visit.</summary>
    private Duration TimeTaken(DownloadCounters counters)
    {
        if (_begun is not { } begun)
            return Duration.Zero;
        bool isIdle = counters.Succeeded + counters.FailedInTotal >= counters.Requested;
        return (isIdle ? Instant.Max(_lastFinished, begun) : _ended ?? _clock.Now) - begun;
    }

    private void Finished(Download download)
    {
        lock (_lock)
        {
            _lastFinished = Instant.Max(_lastFinished, download.FinishedAt);
            if (download is { Succeeded: true, FirstByteAt: { } firstByteAt })
                _firstByte.Add(firstByteAt - download.WrittenAt);
        }
    }
}
