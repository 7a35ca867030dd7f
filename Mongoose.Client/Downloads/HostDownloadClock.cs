using Mongoose.Core.Units;
using Mongoose.Runtime.Time;

namespace Mongoose.Client.Downloads;

/// <summary>The clock of all loops of the process, so that downloads and circuits can be compared.</summary>
public sealed class HostDownloadClock : IDownloadClock
{
    public Instant Now => RealTimeLoop.Clock;

    public Task WaitUntilAsync(Instant time, CancellationToken cancellation) =>
        Task.Delay(TimeSpan.FromMilliseconds(Duration.Max(time - Now, Duration.Zero).Milliseconds), cancellation);
}
