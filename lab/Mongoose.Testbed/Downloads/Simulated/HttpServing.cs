using Mongoose.Core.Downloads;
using Mongoose.Core.Units;
using Mongoose.Network.Numerics;

namespace Mongoose.Testbed.Downloads.Simulated;

/// <summary>How a simulated region answers requests by HTTP.</summary>
/// <param name="IsPrompt">Whether a response starts when it is ready, instead of at the next tick.</param>
/// <param name="KeepsConnections">Whether a connection lasts, instead of ending after 20 requests.</param>
/// <param name="Pacing">Paces the responses; null: they leave as fast as TCP takes them.</param>
internal sealed record HttpServing(bool IsPrompt, bool KeepsConnections, VisitorPacing? Pacing)
{
    /// <summary>The time in which OpenSimulator finds an asset that it has in memory.</summary>
    private static readonly Duration Search = Duration.FromMilliseconds(3);

    /// <summary>OpenSimulator looks for finished responses at this interval (PollServiceRequestManager.CheckRetries).</summary>
    private static readonly Duration Tick = Duration.FromMilliseconds(100);

    /// <summary>Requests that OpenSimulator takes from a connection (HttpClientContext.MAXREQUESTS).</summary>
    private const int RequestsOfConnection = 20;

    /// <summary>Up to this length, Mongoose sends a response before longer ones (PacedContext in the module).</summary>
    private const int ShortBytes = 8192;

    /// <summary>The time from a request's turn to its response.</summary>
    public Duration TimeOf(SeededRandom random) => IsPrompt ? Search : Search + Tick * random.NextDouble();

    /// <summary>
    /// Whether the response is the last one on its connection. OpenSimulator counts requests when it reads them, but closes with a
    /// response; the requests queued after it get no response.
    /// </summary>
    /// <param name="read">Requests that have been read from the connection.</param>
    public bool ClosesAfter(int read) => !KeepsConnections && read >= RequestsOfConnection;

    /// <summary>The order in which Mongoose serves a response.</summary>
    public static DownloadOrder OrderOf(bool isAsset, int bytes) =>
        bytes <= ShortBytes ? DownloadOrder.Short : isAsset ? DownloadOrder.Asset : DownloadOrder.Bulk;
}
