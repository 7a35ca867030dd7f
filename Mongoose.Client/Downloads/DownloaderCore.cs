using Mongoose.Core.Units;

namespace Mongoose.Client.Downloads;

/// <summary>The objects that the classes of a <see cref="Downloader"/> share.</summary>
/// <param name="Options">How the downloader works.</param>
/// <param name="Finished">Receives every finished download.</param>
/// <param name="Stopping">Cancelled at the end.</param>
internal sealed record DownloaderCore(DownloaderOptions Options, Action<Download> Finished, CancellationToken Stopping)
{
    public DownloadCounters Counters { get; } = new();

    public BackgroundTasks Tasks { get; } = new();

    public Instant Now => Options.Clock.Now;
}
