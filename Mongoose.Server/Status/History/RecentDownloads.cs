using Mongoose.Core.Status.Figures;
using Mongoose.Core.Status.History;
using Mongoose.Core.Units;

namespace Mongoose.Server.Status.History;

/// <summary>
/// A visitor's downloads by HTTP in the last ten seconds. A viewer that asks for a few textures at a time downloads at some points and not
/// at others.
/// </summary>
internal sealed class RecentDownloads
{
    private readonly Queue<DownloadFigures?> _points = new();

    /// <summary>
    /// The mean rate over all points, the mean queueing delay over the points with downloads, and all other figures of the latest of
    /// these points; null if no point has downloads.
    /// </summary>
    public DownloadFigures? Mean
    {
        get
        {
            DownloadFigures[] used = [.. _points.OfType<DownloadFigures>()];
            return used.Length == 0 ? null : used[^1] with
            {
                Rate = DataRate.FromKilobitsPerSecond(used.Sum(point => point.Rate.KilobitsPerSecond) / _points.Count),
                Queueing = Duration.FromMilliseconds(used.Average(point => point.Queueing.Milliseconds)),
            };
        }
    }

    /// <summary>Adds a point; null for one without downloads.</summary>
    public void Add(DownloadFigures? figures)
    {
        _points.Enqueue(figures);
        if (_points.Count > Series.RecentPoints)
            _points.Dequeue();
    }
}
