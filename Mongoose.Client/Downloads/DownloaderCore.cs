using Mongoose.Core.Units;

namespace Mongoose.Client.Downloads;

/// <summary>What the pools and connections of a <see cref="Downloader"/> share.</summary>
/// <param name="Options">How the downloader works.</param>
/// <param name="Finished">Receives every finished download.</param>
/// <param name="Stopping">Cancelled when the downloader is disposed of.</param>
internal sealed record DownloaderCore(DownloaderOptions Options, Action<Download> Finished, CancellationToken Stopping)
{
    public DownloadCounters Counters { get; } = new();

    public BackgroundTasks Tasks { get; } = new();

    public Instant Now => Options.Clock.Now;
}
