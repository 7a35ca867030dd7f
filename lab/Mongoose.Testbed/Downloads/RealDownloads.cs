using System.Net.Sockets;
using Mongoose.Client.Downloads;

namespace Mongoose.Testbed.Downloads;

/// <summary>A viewer's HTTP client over the kernel's TCP.</summary>
/// <param name="region">The addresses of the region's assets.</param>
/// <param name="habits">How the viewer downloads.</param>
/// <param name="open">Opens sockets on the viewer's host, on any thread.</param>
internal sealed class RealDownloads(DownloadCapabilities region, DownloadHabits habits, Func<Socket> open) : IDownloadClient, IDisposable
{
    private readonly Downloader _downloader = new(_ => { }, new DownloaderOptions { Habits = habits, OpenSocket = open });

    /// <summary>Bytes of heads and bodies that have arrived.</summary>
    public long ReceivedBytes => _downloader.Counters.ReceivedBytes;

    public DownloadTotals Totals =>
        new(_downloader.Counters.Connections, _downloader.Counters.Retried, _downloader.Counters.Repeated, _downloader.Counters.TimedOut);

    /// <exception cref="InvalidOperationException">The region does not serve the class by HTTP.</exception>
    public void Request(DownloadObject what, ByteRange? part,
        Action<FinishedRequest> over) => _downloader.Request(RequestFor(what, part), finished =>
        over(new FinishedRequest(finished.Succeeded, finished.WrittenAt, finished.FirstByteAt, finished.FinishedAt)));

    public void Dispose() => _downloader.Dispose();

    private DownloadRequest RequestFor(DownloadObject what, ByteRange? part) => what.Class switch
    {
        DownloadClass.Texture => DownloadRequest.Texture(Known(region.Textures, what), what.Id, part),
        DownloadClass.Asset => DownloadRequest.Asset(Known(region.Assets, what), AssetKind.Sound, what.Id),
        _ => DownloadRequest.Mesh(Known(region.Meshes, what), what.Id, part ?? ByteRange.Whole),
    };

    private static Uri Known(Uri? capability, DownloadObject what) =>
        capability ?? throw new InvalidOperationException($"the region has no capability for the class {what.Class}");
}
