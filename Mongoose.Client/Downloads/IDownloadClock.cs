using Mongoose.Core.Units;

namespace Mongoose.Client.Downloads;

/// <summary>The time of downloads.</summary>
public interface IDownloadClock
{
    Instant Now { get; }

    /// <exception cref="OperationCanceledException">Cancelled before the end.</exception>
    Task Delay(Duration time, CancellationToken cancellation);
}
