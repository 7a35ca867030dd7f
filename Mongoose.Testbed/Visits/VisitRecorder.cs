using Mongoose.Client.Viewers;
using Mongoose.Core.Channels;
using Mongoose.Core.Units;
using Mongoose.Runtime.Statistics;
using Mongoose.Testbed.Results;

namespace Mongoose.Testbed.Visits;

/// <summary>Turns what reaches a viewer into the figures of a run. Lives on the viewer's thread; a progress display may look from another.</summary>
internal sealed class VisitRecorder
{
    private static readonly Duration Bin = Duration.FromMilliseconds(250);

    /// <summary>Left out of the rates: arrival, handshake, the first requests.</summary>
    private static readonly Duration Settling = Duration.FromSeconds(1);

    private readonly VisitPlan _plan;
    private readonly ThroughputBins _bins;
    private readonly HashSet<Guid> _timed;
    private readonly DelaySamples[] _delays = Enumerable.Range(0, ChannelRates.Count).Select(_ => new DelaySamples()).ToArray();
    private readonly long[] _settledBytes = new long[ChannelRates.Count];
    private long _bytes;
    private Instant? _start;
    private Instant _last;

    public VisitRecorder(VisitPlan plan)
    {
        _plan = plan;
        _bins = new ThroughputBins(Bin, plan.Length);
        _timed = plan.TimedTextures.ToHashSet();
    }

    /// <summary>Bytes so far.</summary>
    public long Bytes => Volatile.Read(ref _bytes);

    public double? TextureSeconds { get; private set; }

    /// <summary>The viewer has arrived: time counts from here.</summary>
    public void Begin(Instant now)
    {
        _start = now;
        _last = now;
    }

    /// <summary>The run is over: nothing counts after this.</summary>
    public void End(Instant now) => _last = now;

    public void Add(Arrival arrival)
    {
        if (_start is not { } start)
            return;
        Duration elapsed = arrival.At - start;
        Channel paying = arrival.Resent ? Channel.Resend : arrival.Channel;
        Volatile.Write(ref _bytes, _bytes + arrival.Bytes);
        _bins.Add(paying, elapsed, arrival.Bytes);
        if (elapsed >= Settling)
            _settledBytes[(int)paying] += arrival.Bytes;
        if (arrival.Delay is { } delay)
            _delays[(int)arrival.Channel].Add(delay);
    }

    public void TextureCompleted(Guid texture, Instant now)
    {
        if (_timed.Remove(texture) && _timed.Count == 0 && _start is { } start)
            TextureSeconds = (now - start).Seconds;
    }

    /// <summary>The figures, but for those that only the region knows.</summary>
    public RunResult Result(Viewer viewer)
    {
        Duration elapsed = _last - _start ?? Duration.Zero;
        Duration settled = Duration.Max(elapsed - Settling, Duration.Zero);
        DataRate goodput = DataRate.Of(_settledBytes.Sum(), settled);
        return new RunResult
        {
            Server = _plan.Region.Outbound,
            ThrottleKbps = _plan.Throttle.KilobitsPerSecond,
            RttMs = _plan.RoundTrip.Milliseconds,
            GoodputKbps = goodput.KilobitsPerSecond,
            Utilisation = goodput / (_plan.Line ?? _plan.Throttle),
            LineKbps = _plan.Line?.KilobitsPerSecond,
            TaskDelayMs = _delays[(int)Channel.Task].Summarise(),
            TextureSeconds = TextureSeconds,
            LossPercent = Percent.Of(viewer.Sequences.Missing, viewer.Sequences.Sent),
            Channels = Enum.GetValues<Channel>().Select(channel => ResultOf(channel, settled, viewer)).ToArray(),
            Series = new RunSeries
            {
                BinMs = _bins.BinMs,
                Kbps = _bins.ToKbps(elapsed),
                TaskDelayMs = _delays[(int)Channel.Task].Quantiles(),
            },
        };
    }

    private ChannelResult ResultOf(Channel channel, Duration settled, Viewer viewer)
    {
        ChannelReception reception = viewer.Reception(channel);
        return new ChannelResult
        {
            Name = channel,
            GoodputKbps = DataRate.Of(_settledBytes[(int)channel], settled).KilobitsPerSecond,
            Packets = reception.Packets,
            DelayMs = _delays[(int)channel].Summarise(),
            Missing = reception.Missing,
            Resent = reception.Resent,
        };
    }
}
