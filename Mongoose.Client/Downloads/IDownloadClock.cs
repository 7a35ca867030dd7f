using Mongoose.Core.Units;

namespace Mongoose.Client.Downloads;

/// <summary>The time of downloads.</summary>
public interface IDownloadClock
{
    Instant Now { get; }

    /// <summary>Waits until <paramref name="time"/>; not at all if it has passed.</summary>
    /// <exception cref="OperationCanceledException">Cancelled before that.</exception>
    Task WaitUntilAsync(Instant time, CancellationToken cancellation);
}
