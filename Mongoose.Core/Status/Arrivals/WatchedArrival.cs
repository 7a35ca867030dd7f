using Mongoose.Core.Channels;
using Mongoose.Core.Downloads;
using Mongoose.Core.Sending;
using Mongoose.Core.Status.Figures;
using Mongoose.Core.Units;

namespace Mongoose.Core.Status.Arrivals;

/// <summary>
/// An arrival while it is watched. It is over when 95 % of its bytes have been there for a while, after five minutes, or when the visitor
/// leaves. Not thread-safe.
/// </summary>
public sealed class WatchedArrival(ArrivalStart start)
{
    /// <summary>The number of assets that an arrival keeps when it is over, so that several arrivals can be summed up.</summary>
    public const int KeptAssets = 100;

    private const double NearlyAll = 0.95;

    /// <summary>Less than a twentieth of the bytes came in this time: the rest is what every visitor gets who stands around.</summary>
    private static readonly Duration Settled = Duration.FromSeconds(15);

    private static readonly Duration MaxTime = Duration.FromSeconds(300);

    private static readonly LimitedBy[] Limits = [.. Enum.GetValues<LimitedBy>().Where(limit => limit != LimitedBy.Nothing)];

    private readonly DownloadCosts _downloads = new();

    // The bytes so far, once in each second.
    private readonly List<(Duration At, long Bytes)> _series = [(Duration.Zero, 0)];
    private PerChannel<long> _udp;
    private LimitCounts _limited, _downloadsLimited;
    private Duration? _until95;

    public ArrivalStart Start => start;

    public bool IsOver { get; private set; }

    /// <summary>Takes what was sent since the last sample; call it once a second.</summary>
    /// <param name="totals">What the circuit has counted since it began.</param>
    /// <param name="downloads">What was sent by HTTP since the last sample; null if nothing is known of it.</param>
    /// <param name="limit">What limits the visitor's downloads now.</param>
    /// <param name="now">The time.</param>
    public void Sample(in ArrivalTotals totals, DownloadCosts? downloads, DownloadLimit limit, Instant now)
    {
        if (IsOver)
            return;
        if (downloads is not null)
            _downloads.Add(downloads);
        _udp = totals.UdpSince(start.Before);
        SampleLimits(totals.LimitedSince(start.Before), limit);
        Duration watched = Duration.Max(now - start.At, _series[^1].At);
        AddPoint(watched);
        if (Until95() is var until && (watched - until >= Settled || watched >= MaxTime))
            (IsOver, _until95) = (true, until);
    }

    /// <summary>The visitor has left. How long the rest would have taken is not known.</summary>
    public void Leave() => IsOver = true;

    /// <summary>The figures so far.</summary>
    public Arrival Read() => new()
    {
        Start = start,
        Watched = _series[^1].At,
        IsOver = IsOver,
        Until95 = _until95,
        Cause = MostlyBy(),
        Udp = Udp(),
        Http = _downloads.ByCapability,
        Assets = _downloads.Top(KeptAssets),
    };

    /// <summary>A second in which packets wait counts by their limit, any other by the limit of the downloads.</summary>
    private void SampleLimits(in LimitCounts limited, DownloadLimit limit)
    {
        LimitCounts since = limited - _limited;
        _limited = limited;
        if (Limits.Sum(since.Of) == 0)
            _downloadsLimited.Add(LimitOf(limit));
    }

    private void AddPoint(Duration watched)
    {
        (Duration, long) point = (watched, Udp().Sum(sent => sent.Bytes) + _downloads.TotalBytes);
        if (_series.Count > 1 && (int)watched.Seconds == (int)_series[^1].At.Seconds)
            _series[^1] = point;
        else
            _series.Add(point);
    }

    private Duration Until95()
    {
        double wanted = NearlyAll * _series[^1].Bytes;
        int next = _series.FindIndex(point => point.Bytes >= wanted);
        if (next == 0)
            return Duration.Zero;
        ((Duration from, long before), (Duration to, long after)) = (_series[next - 1], _series[next]);
        return from + (to - from) * ((wanted - before) / (after - before));
    }

    private Cause? MostlyBy()
    {
        LimitedBy most = Limits.MaxBy(Seconds);
        // Downloads have no other total limit than the uplink.
        bool isUplink = most == LimitedBy.Scene && (start.IsUplinkLimited || _downloadsLimited.Of(most) > _limited.Of(most));
        return Seconds(most) == 0 ? null : isUplink ? Cause.Uplink : Cause.Of(most);
    }

    private long Seconds(LimitedBy limit) => _limited.Of(limit) + _downloadsLimited.Of(limit);

    private (Channel, long Bytes)[] Udp()
    {
        List<(Channel, long)> sent = [];
        foreach (Channel channel in ChannelSet.All)
        {
            if (_udp[channel] > 0)
                sent.Add((channel, _udp[channel]));
        }
        return [.. sent];
    }

    private static LimitedBy LimitOf(DownloadLimit limit) => limit switch
    {
        DownloadLimit.Line or DownloadLimit.Competing => LimitedBy.PathDelay,
        DownloadLimit.Uplink => LimitedBy.Scene,
        _ => LimitedBy.Nothing,
    };
}
