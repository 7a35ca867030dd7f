using Mongoose.Core.Downloads;
using Mongoose.Core.Units;

namespace Mongoose.Server.Downloads;

/// <summary>What a visitor's downloads do at one moment, or did in the mean of a few seconds.</summary>
/// <param name="Connections">Number of connections that have a response or bytes on the way.</param>
/// <param name="Waiting">Number of responses of which something waits.</param>
/// <param name="Rate">The rate at which they arrive.</param>
/// <param name="Queueing">Time that their packets wait in queues on the line.</param>
/// <param name="Limit">What holds them back.</param>
internal readonly record struct DownloadFigures(int Connections, int Waiting, DataRate Rate, Duration Queueing, DownloadLimit Limit)
{
    /// <summary>The present figures; null if the visitor has no downloads now. Any thread may call.</summary>
    public static DownloadFigures? Of(VisitorDownloads? visitor) => visitor?.Pacer is { Connections: > 0 and int connections } pacer
        ? new DownloadFigures(connections, pacer.Waiting, visitor.Controller.Delivered, visitor.Controller.Queueing, pacer.Limit)
        : null;
}
