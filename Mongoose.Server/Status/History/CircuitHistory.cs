using Mongoose.Core.Sending;
using Mongoose.Core.Status.Figures;
using Mongoose.Core.Status.History;
using Mongoose.Core.Units;
using Mongoose.Server.Outbound;
using Mongoose.Server.Regions;

namespace Mongoose.Server.Status.History;

/// <summary>A circuit's figures of the last ten minutes.</summary>
internal sealed class CircuitHistory(CircuitSender<ClientCircuit> circuit, long point)
{
    private readonly DelayWindow _delays = new(circuit.Counters.AllDelays);
    private readonly RecentPath _path = new(circuit.Counters.TotalPath);
    private readonly RecentLimit _limit = new(circuit.Counters.TotalLimited);
    private readonly RecentDownloads _downloads = new();
    private readonly Series _pathRate = new(point);
    private long _bytes = circuit.Counters.TotalBytes;

    public CircuitSender<ClientCircuit> Circuit => circuit;

    /// <summary>Rate sent since the previous point, in kbit/s.</summary>
    public Series Used { get; } = new(point);

    /// <summary>Time that packets wait on the path, in milliseconds.</summary>
    public Series PathDelay { get; } = new(point);

    /// <summary>99th percentile of the time that packets waited in the region, in milliseconds.</summary>
    public Series RegionDelay { get; } = new(point);

    /// <summary>The circuit's limit in the last ten seconds.</summary>
    public LimitedBy Limit => _limit.Limit(circuit.Counters.TotalLimited);

    /// <summary>The latest value of <see cref="RegionDelay"/>.</summary>
    public Duration QueueDelay => Duration.FromMilliseconds(RegionDelay.Latest);

    /// <summary>
    /// The figures of the last ten seconds, which change slowly enough to be read: means of rates and of the path's delay, the maximum of
    /// the region's delay, and losses of the last minute.
    /// </summary>
    public CircuitFigures Recent(MongooseUdpServer server)
    {
        CircuitFigures now = CircuitReading.Read(server, circuit);
        return now with
        {
            Limit = Limit,
            PathRate = now.PathRate is null ? null : DataRate.FromKilobitsPerSecond(_pathRate.Recent.Average()),
            UsedRate = DataRate.FromKilobitsPerSecond(Used.Recent.Average()),
            PathDelay = now.PathDelay is null ? null : Duration.FromMilliseconds(PathDelay.Recent.Average()),
            QueueDelayP99 = Duration.FromMilliseconds(RegionDelay.Recent.Max()),
            RecentQueueDelay = QueueDelay,
            LostFraction = _path.LostFraction,
            Downloads = _downloads.Mean,
        };
    }

    /// <param name="number">The number of this point.</param>
    /// <param name="elapsed">Time since the previous point.</param>
    /// <param name="downloads">The visitor's downloads now; null if there are none.</param>
    public void Sample(long number, Duration elapsed, DownloadFigures? downloads)
    {
        long bytes = circuit.Counters.TotalBytes;
        Used.Add(number, DataRate.Of(bytes - _bytes, elapsed).KilobitsPerSecond);
        _bytes = bytes;
        SamplePath(number);
        RegionDelay.Add(number, _delays.TakeP99().Milliseconds);
        _path.Add(circuit.Counters.TotalPath);
        _limit.Add(circuit.Counters.TotalLimited);
        _downloads.Add(downloads);
    }

    /// <summary>Takes the means of the seconds since the previous point: path control empties the path's queue from time to time.</summary>
    private void SamplePath(long number)
    {
        PathSecond[] seconds = circuit.ActivePath?.History.ToArray() ?? [];
        seconds = seconds[^Math.Min(seconds.Length, (int)Series.Interval.Seconds)..];
        PathDelay.Add(number, seconds.Select(second => second.Delay.Milliseconds).DefaultIfEmpty().Average());
        DataRate now = circuit.ActivePath?.Control?.Rate ?? DataRate.Zero;
        _pathRate.Add(number, seconds.Select(second => second.PathRate.KilobitsPerSecond).DefaultIfEmpty(now.KilobitsPerSecond).Average());
    }
}
