using Mongoose.Client.Downloads;
using Mongoose.Network.Numerics;

namespace Mongoose.Testbed.Downloads;

/// <summary>A viewer's requests in one class: the pipelines are kept full, or a list is loaded. Can be used on any thread.</summary>
/// <param name="client">The viewer's HTTP client.</param>
/// <param name="kind">The class.</param>
/// <param name="open">Number of requests that are kept open; not used with a list.</param>
/// <param name="objects">Length of the list; 0: objects without end.</param>
/// <param name="random">Draws the objects; used by this load alone.</param>
internal sealed class DownloadLoad(IDownloadClient client, DownloadClass kind, int open, int objects, SeededRandom random)
{
    private readonly object _lock = new();
    private int _drawn;
    private int _requested;
    private int _over;
    private bool _hasStopped;

    /// <summary>Called for each request that is given to the client.</summary>
    public Action? Requested { get; init; }

    /// <summary>Called with each request that is over.</summary>
    public Action<FinishedRequest>? Finished { get; init; }

    /// <summary>Whether all requests for the list are over.</summary>
    public bool HasEnded
    {
        get
        {
            lock (_lock)
                return objects > 0 && _drawn == objects && _over == _requested;
        }
    }

    /// <summary>Begins to send requests.</summary>
    public void Start() => Continue();

    /// <summary>Sends no further requests.</summary>
    public void Stop()
    {
        lock (_lock)
            _hasStopped = true;
    }

    private void Continue()
    {
        while (Next() is { } next)
            Request(next, next.FirstPart);
    }

    /// <summary>Draws the next object; null if no request is due.</summary>
    private DownloadObject? Next()
    {
        lock (_lock)
        {
            bool isTime = objects > 0 ? _drawn < objects : _requested - _over < open;
            if (_hasStopped || !isTime)
                return null;
            _drawn++;
            _requested++;
            return DownloadObjects.Draw(kind, random);
        }
    }

    private void Request(DownloadObject what, ByteRange? part)
    {
        Requested?.Invoke();
        client.Request(what, part, finished => Over(what, part, finished));
    }

    private void Over(DownloadObject what, ByteRange? part, FinishedRequest finished)
    {
        Finished?.Invoke(finished);
        bool isHeader = finished.Succeeded && what.Class == DownloadClass.Mesh && part == MeshRanges.Header;
        IReadOnlyList<ByteRange> levels = isHeader ? MeshRanges.AfterHeader(what.Bytes) : [];
        lock (_lock)
        {
            if (_hasStopped)
                return;
            _over++;
            _requested += levels.Count;
        }
        foreach (ByteRange level in levels)
            Request(what, level);
        Continue();
    }
}
