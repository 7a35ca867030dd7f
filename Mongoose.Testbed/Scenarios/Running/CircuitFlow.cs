using Mongoose.Client.Results;
using Mongoose.Client.Viewers;
using Mongoose.Core.Channels;
using Mongoose.Core.RateControl;
using Mongoose.Core.Units;
using Mongoose.Runtime.Statistics;
using Mongoose.Runtime.Time;
using Mongoose.Runtime.Udp;
using Mongoose.Testbed.Region.Content;
using Mongoose.Testbed.Region.Options;

namespace Mongoose.Testbed.Scenarios.Running;

/// <summary>A viewer on a circuit of an embedded region, on whatever clock and network it is given.</summary>
internal sealed class CircuitFlow : IFlow
{
    private readonly IScheduler _scheduler;
    private readonly Instant _origin;
    private readonly FlowRecord _record;
    private readonly Viewer _viewer;
    private readonly ArrivalFigures _arrivals;
    private readonly RateRecord? _rates;
    private readonly DelaySamples _taskDelays = new();
    private readonly long[] _channelBytes = new long[ChannelRates.Count];

    /// <param name="scheduler">Of the viewer.</param>
    /// <param name="network">Of the viewer.</param>
    /// <param name="options">How it decides what it asks for.</param>
    /// <param name="viewer">Whom it visits, and what it does there; it asks for the rates of <paramref name="options"/>.</param>
    /// <param name="origin">The run's begin on that clock.</param>
    /// <param name="record">Of this flow.</param>
    public CircuitFlow(IScheduler scheduler, INetwork network, CircuitOptions options, ViewerOptions viewer, Instant origin,
        FlowRecord record)
    {
        _scheduler = scheduler;
        _origin = origin;
        _record = record;
        IRateController? controller = options.Controller == FixedController.ControllerName
            ? null
            : RateControllers.Create(options.Controller, options.RateControl);
        ChannelRates throttle = ViewerSplit.Of(controller?.Rate ?? options.Throttle, double.MaxValue);
        _viewer = new Viewer(scheduler, network, options.Viewer.ApplyTo(viewer) with { Throttle = throttle, Controller = controller })
        {
            PacketArrived = Arrived,
            DatagramArrived = DatagramArrived,
            RoundTripMeasured = RoundTripMeasured,
        };
        _arrivals = new ArrivalFigures(options, _viewer, origin, record);
        if (controller is not null)
            _rates = new RateRecord(scheduler, origin, controller, record);
    }

    /// <summary>The region that a group's viewers visit.</summary>
    public static RegionOptions RegionOf(CircuitOptions options) => new()
    {
        Outbound = options.Server,
        Sending = options.Sending,
        Activity = options.Activity,
        Island = options.Island,
        Prims = options.Prims,
        Avatars = options.Avatars,
        TexturePacketBytes = options.TexturePacketBytes,
        Landscape = true,
    };

    /// <summary>The visitor of an embedded region.</summary>
    /// <param name="options">What it does there.</param>
    /// <param name="number">Tells it from other viewers of the region; from 1.</param>
    /// <param name="region">The region's address, or that of a way to it.</param>
    public static ViewerOptions ViewerOf(CircuitOptions options, int number, UdpAddress region) => new()
    {
        Region = region,
        CircuitCode = (uint)number,
        AgentId = new Guid(number, 0, 0, [0, 0, 0, 0, 0, 0, 0, 1]),
        SessionId = new Guid(number, 0, 0, [0, 0, 0, 0, 0, 0, 0, 2]),
        Textures = options.Textures ? TextureLibrary.Default.Ids : [],
        RepeatTextures = true,
        Walks = options.Activity != Activity.None,
        ReadStamps = true,
    };

    public Viewer Viewer => _viewer;

    public void Start()
    {
        _viewer.Start();
        _rates?.Start();
    }

    public void Stop()
    {
        _rates?.Stop();
        _viewer.Logout();
    }

    /// <summary>An avatar update has come, of a region that does not stamp them.</summary>
    public void UpdateSeen(Duration age)
    {
        if (_record.IsMeasured(_scheduler.Now - _origin))
            _taskDelays.Add(age);
    }

    public void Finish(FlowRecord record)
    {
        DelaySummary delay = _taskDelays.Summarise();
        _rates?.Finish();
        record.Extra.Add(("taskDelayMs.p50", delay.P50));
        record.Extra.Add(("taskDelayMs.p95", _taskDelays.Quantile(0.95)));
        record.Extra.Add(("taskDelayMs.p99", delay.P99));
        record.Extra.Add(("lossPercent", Percent.Of(_viewer.Sequences.Missing, _viewer.Sequences.Sent)));
        _arrivals.Finish();
        foreach (Channel channel in Enum.GetValues<Channel>())
            record.Extra.Add(($"{ResultNames.Of(channel)}Kbps", record.RateOf(_channelBytes[(int)channel]).KilobitsPerSecond));
    }

    private void DatagramArrived(ReceivedDatagram datagram) => _arrivals.Add(datagram);

    private void RoundTripMeasured(Duration time) => _record.RoundTrip(_scheduler.Now - _origin, time);

    private void Arrived(Arrival arrival)
    {
        Duration at = arrival.At - _origin;
        _record.Delivered(at, arrival.Bytes);
        if (!_record.IsMeasured(at))
            return;
        _channelBytes[(int)(arrival.Resent ? Channel.Resend : arrival.Channel)] += arrival.Bytes;
        if (arrival.Channel == Channel.Task && arrival.Delay is { } delay)
            _taskDelays.Add(delay);
    }
}
