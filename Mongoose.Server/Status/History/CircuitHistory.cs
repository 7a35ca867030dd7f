using Mongoose.Core.Channels;
using Mongoose.Core.Sending;
using Mongoose.Core.Status.Figures;
using Mongoose.Core.Status.Findings;
using Mongoose.Core.Status.History;
using Mongoose.Core.Units;
using Mongoose.Server.Outbound;
using Mongoose.Server.Regions;

namespace Mongoose.Server.Status.History;

/// <summary>A circuit's figures of the last ten minutes.</summary>
internal sealed class CircuitHistory(CircuitSender<ClientCircuit> circuit, long point)
{
    /// <summary>Rates that differ by less are equal: OpenSim rounds them.</summary>
    private const double SameRate = 0.01;

    /// <summary>If updates were sent in fewer seconds, the others count as seconds without a delay.</summary>
    private const int FewUpdates = 3;

    /// <summary>The seconds in which the delays of circuits are compared.</summary>
    private const int ComparedSeconds = 20;

    private readonly DelayWindow _delays = new(circuit.Counters.AllDelays);
    private readonly DelayWindow _updates = new(circuit.Counters.Delays(Channel.Task));
    private readonly RecentPath _path = new(circuit.Counters.TotalPath);
    private readonly RecentLimit _limit = new(circuit.Counters.TotalLimits);
    private readonly RecentDownloads _downloads = new();
    private readonly RecentRoundTrips _roundTrips = new(ComparedSeconds);
    private readonly Queue<Second> _recent = new();
    private long _bytes = circuit.Counters.TotalBytes;

    public CircuitSender<ClientCircuit> Circuit => circuit;

    /// <summary>Rate sent since the previous point, in kbit/s.</summary>
    public Series Used { get; } = new(point);

    /// <summary>Rate that path control permits, in kbit/s.</summary>
    public Series PathRate { get; } = new(point);

    /// <summary>Time that packets wait on the path, in milliseconds.</summary>
    public Series PathDelay { get; } = new(point);

    /// <summary>99th percentile of the time that packets waited in the region, in milliseconds.</summary>
    public Series RegionDelay { get; } = new(point);

    /// <summary>Packets lost in the last ten seconds, in percent.</summary>
    public Series Lost { get; } = new(point);

    /// <summary>Rate of the downloads by HTTP, in kbit/s.</summary>
    public Series Downloads { get; } = new(point);

    /// <summary>How much the visitor suffered, in percent.</summary>
    public Series Harm { get; } = new(point);

    /// <summary>The latest value of <see cref="RegionDelay"/>.</summary>
    public Duration QueueDelay => Duration.FromMilliseconds(RegionDelay.Latest);

    /// <summary>The history under its keys in the page's data.</summary>
    public IReadOnlyList<(string Key, Series Series)> All =>
    [
        ("usedKbps", Used), ("pathKbps", PathRate), ("pathDelayMs", PathDelay), ("regionDelayMs", RegionDelay), ("lostPercent", Lost),
        ("downloadKbps", Downloads), ("harmPercent", Harm),
    ];

    /// <summary>
    /// The figures of the last ten seconds, or of the time since the requested or the allowed rate changed if that is less, so that a limit
    /// and the figures beside it are of the same time: means of rates and of the path's delay, the maximum of the region's delay. Losses
    /// are always of ten seconds.
    /// </summary>
    public CircuitFigures Recent { get; private set; }

    /// <summary>The circuit as a diagnosis sees it.</summary>
    public VisitorEvidence Evidence(RegionEvidence region) => new()
    {
        Figures = Recent,
        Region = region,
        Household = circuit.Port.Household,
        IsNear = circuit.Port.IsNear,
        LostFraction = _path.ProvenLoss,
        UpdateDelay = MeanUpdateDelay,
        RequestWait = _recent.Select(second => second.RequestWait).DefaultIfEmpty().Max(),
        LimitedSeconds = _limit.LimitedSeconds(circuit.Counters.TotalLimits),
        LimitedTime = _limit.Time(circuit.Counters.TotalLimits),
        RoundTrips = _roundTrips.Seconds,
        AckedSeconds = _roundTrips.RecentSeconds,
        PathDelays = circuit.ActivePath?.History.LongestDelays() ?? [],
        Losses = circuit.ActivePath?.History.Losses() ?? [],
    };

    /// <summary>Adds a point.</summary>
    /// <param name="server">The circuit's region.</param>
    /// <param name="number">The number of this point.</param>
    /// <param name="elapsed">Time since the previous point.</param>
    public void Sample(MongooseUdpServer server, long number, Duration elapsed)
    {
        CircuitFigures now = CircuitReading.Read(server, circuit);
        ForgetOldSettings(now);
        long bytes = circuit.Counters.TotalBytes;
        Used.Add(number, DataRate.Of(bytes - _bytes, elapsed).KilobitsPerSecond);
        _bytes = bytes;
        SamplePath(number);
        RegionDelay.Add(number, _delays.TakeP99().Milliseconds);
        _path.Add(circuit.Counters.TotalPath);
        Lost.Add(number, 100 * (_path.LostFraction ?? 0));
        _limit.Add(circuit.Counters.TotalLimits);
        _downloads.Add(now.Downloads);
        Downloads.Add(number, now.Downloads?.Rate.KilobitsPerSecond ?? 0);
        Remember(now, server.RequestWaitOf(circuit, OutboundThread.Now));
        Recent = MeanOf(now);
    }

    private void ForgetOldSettings(in CircuitFigures now)
    {
        if (!_recent.TryPeek(out Second first)
            || IsSame(now.AllowedRate, first.Allowed) && IsSame(now.RequestedRate ?? DataRate.Zero, first.Requested))
            return;
        _recent.Clear();
        _limit.Restart(circuit.Counters.TotalLimits);
    }

    private static bool IsSame(DataRate a, DataRate b) => Math.Abs(a.BytesPerSecond - b.BytesPerSecond) <= SameRate * b.BytesPerSecond;

    private void Remember(in CircuitFigures now, Duration requestWait)
    {
        Duration updateDelay = _updates.Take(0.9) ?? Duration.Zero;
        _recent.Enqueue(new Second(now.RequestedRate ?? DataRate.Zero, now.AllowedRate, now.CurrentRate, updateDelay, requestWait));
        if (_recent.Count > Series.RecentPoints)
            _recent.Dequeue();
    }

    private CircuitFigures MeanOf(in CircuitFigures now) => now with
    {
        Limit = _limit.Limit(circuit.Counters.TotalLimits),
        PathRate = now.PathRate is null ? null : DataRate.FromKilobitsPerSecond(PathRate.Last(_recent.Count).Average()),
        CurrentRate = DataRate.FromBytesPerSecond(_recent.Average(second => second.Current.BytesPerSecond)),
        UsedRate = DataRate.FromKilobitsPerSecond(Used.Last(_recent.Count).Average()),
        PathDelay = now.PathDelay is null ? null : Duration.FromMilliseconds(PathDelay.Last(_recent.Count).Average()),
        QueueDelayP99 = Duration.FromMilliseconds(RegionDelay.Last(_recent.Count).Max()),
        RecentQueueDelay = QueueDelay,
        LostFraction = _path.LostFraction,
        Downloads = _downloads.Mean,
    };

    /// <summary>The mean delay of updates, over the seconds in which some were sent; one late packet in ten seconds is chance.</summary>
    private Duration MeanUpdateDelay
    {
        get
        {
            double[] delays = [.. _recent.Select(second => second.UpdateDelay.Seconds).Where(seconds => seconds > 0)];
            return Duration.FromSeconds(delays.Sum() / Math.Max(FewUpdates, delays.Length));
        }
    }

    private void SamplePath(long number)
    {
        CircuitPath? path = circuit.ActivePath;
        if (path is not null)
            _roundTrips.Add(path.TotalRoundTrips);
        PathSecond? second = path?.History.Last;
        PathDelay.Add(number, second?.Delay.Milliseconds ?? 0);
        DataRate rate = second?.PathRate ?? path?.Control?.Rate ?? DataRate.Zero;
        PathRate.Add(number, rate.KilobitsPerSecond);
    }

    /// <summary>The figures of a second that have no series.</summary>
    private readonly record struct Second(
        DataRate Requested, DataRate Allowed, DataRate Current, Duration UpdateDelay, Duration RequestWait);
}
