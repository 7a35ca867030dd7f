using Mongoose.Core.Status.Figures;

namespace Mongoose.Server.Downloads;

/// <summary>Reads the figures of downloads.</summary>
internal static class DownloadReading
{
    /// <summary>The present figures; null if the visitor has no downloads now. Any thread may call.</summary>
    public static DownloadFigures? Read(VisitorDownloads? visitor) => visitor?.Pacer is { Connections: > 0 and int connections } pacer
        ? new DownloadFigures(connections, pacer.Waiting, visitor.Controller.Delivered, visitor.Controller.Queueing, pacer.Limit)
        : null;
}
