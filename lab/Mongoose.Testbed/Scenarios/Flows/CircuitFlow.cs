using Mongoose.Client.Viewers;
using Mongoose.Core.Channels;
using Mongoose.Core.Lines;
using Mongoose.Core.Units;
using Mongoose.Runtime.Statistics;
using Mongoose.Runtime.Time;
using Mongoose.Runtime.Udp;
using Mongoose.Testbed.Region;
using Mongoose.Testbed.Region.Content;
using Mongoose.Testbed.Region.Options;
using Mongoose.Testbed.Scenarios.Places;

namespace Mongoose.Testbed.Scenarios.Flows;

/// <summary>A viewer on a circuit of a region, on the viewers' site.</summary>
internal sealed class CircuitFlow : IFlow
{
    private readonly IScheduler _scheduler;
    private readonly Instant _origin;
    private readonly FlowRecord _record;
    private readonly ArrivalFigures _arrivals;
    private readonly RateRecord? _rates;
    private readonly DelaySamples _taskDelays = new();
    private readonly ChannelFigures? _channels;
    private readonly FirstTextures? _firstTextures;
    private readonly TextureBursts? _bursts;
    private readonly AvatarFigures? _avatars;
    private readonly long[] _channelBytes = new long[ChannelRates.Count];
    private readonly CircuitWatch _watch;

    /// <param name="place">The place where the viewer lives; call the constructor on the thread of its viewers' site.</param>
    /// <param name="options">The circuit's options, with the rates that the viewer requests.</param>
    /// <param name="viewer">
    /// The region that the viewer visits and its activities; its requests are set from <paramref name="options"/>.
    /// </param>
    /// <param name="textures">The textures that the viewer downloads.</param>
    /// <param name="watch">Shows the circuit to flows beside it.</param>
    /// <param name="tap">Reads the circuit's packets where they leave the region; null if the region has no walkers.</param>
    private CircuitFlow(Place place, CircuitOptions options, ViewerOptions viewer, TextureOrder textures, CircuitWatch watch,
        FlowRecord record, UpdateTap? tap)
    {
        (IScheduler scheduler, INetwork network) = (place.Viewers.Scheduler, place.Viewers.Network);
        _scheduler = scheduler;
        _origin = place.Origin;
        _record = record;
        _watch = watch;
        ViewerOptions visitor = options.ApplyTo(viewer) with { Host = place.ViewerAddress, Textures = textures.All };
        Viewer = new Viewer(scheduler, network, visitor)
        {
            PacketArrived = Arrived,
            DatagramArrived = DatagramArrived,
            RoundTripMeasured = RoundTripMeasured,
        };
        watch.Missing = () => Viewer.Sequences.Missing;
        _arrivals = new ArrivalFigures(options, Viewer, _origin, record);
        if (options.Details)
            _channels = new ChannelFigures(record);
        if (textures.First.Count > 0)
            _firstTextures = new FirstTextures(scheduler, Viewer, textures.First);
        if (textures.Bursts.Count > 0)
            _bursts = new TextureBursts(scheduler, _origin, Viewer, textures.Bursts, options, textures.Seed, record);
        if (tap is not null)
            _avatars = new AvatarFigures(Viewer, scheduler, _origin, tap, record);
        if (visitor.Controller is { } controller)
            _rates = new RateRecord(scheduler, _origin, controller, record);
    }

    /// <summary>The options of the region that a group's viewers visit.</summary>
    public static RegionOptions RegionOf(CircuitOptions options) => new()
    {
        Outbound = options.Server,
        Sending = options.Sending,
        Visitor = options.Visitor,
        Role = options.Role,
        Activity = options.Activity,
        Island = options.Island,
        Prims = options.Prims,
        Avatars = options.Avatars,
        Walkers = options.Walkers,
        WalkersStop = options.WalkersStop,
        TexturePacketBytes = options.TexturePacketBytes,
        Landscape = true,
    };

    /// <summary>Creates a flow in the region of its group, which is an embedded region or an OpenSimulator.</summary>
    public static IFlow Create(Place place, FlowGroup group, CircuitOptions options, int member, FlowRecord record) =>
        place is IGridPlace regions
        ? OpenSimFlow.Create(place, regions, group, options, member, record)
        : CreateEmbedded(place, group, options, member, record);

    /// <summary>Creates the flow of a viewer; its methods are called on the thread of the viewers' site.</summary>
    public static CircuitFlow Create(Place place, CircuitOptions options, ViewerOptions viewer, TextureOrder textures, CircuitWatch watch,
        FlowRecord record, UpdateTap? tap = null) =>
        place.Viewers.Invoke(() => new CircuitFlow(place, options, viewer, textures, watch, record, tap));

    public Viewer Viewer { get; }

    public void Start()
    {
        Viewer.Start();
        _rates?.Start();
    }

    public void Stop()
    {
        _rates?.Stop();
        Viewer.Logout();
    }

    /// <summary>Records the age of an avatar update from a region that does not stamp updates.</summary>
    public void UpdateSeen(Duration age)
    {
        _watch.UpdateArrived?.Invoke(age);
        if (_record.IsMeasured(_scheduler.Now - _origin))
            _taskDelays.Add(age);
    }

    public void Finish(FlowRecord record)
    {
        DelaySummary delay = _taskDelays.Summarise();
        _rates?.Finish();
        record.Extra.AddRange(
        [
            ("taskDelayMs.p50", delay.P50),
            ("taskDelayMs.p95", _taskDelays.Quantile(0.95)),
            ("taskDelayMs.p99", delay.P99),
            ("lossPercent", Percent.Of(Viewer.Sequences.Missing, Viewer.Sequences.Sent)),
        ]);
        _arrivals.Finish();
        _firstTextures?.Finish(record);
        _bursts?.Finish();
        foreach (Channel channel in Enum.GetValues<Channel>())
            record.Extra.Add(($"{ResultNames.Of(channel)}Kbps", record.RateOf(_channelBytes[(int)channel]).KilobitsPerSecond));
        _channels?.Finish(Viewer, _taskDelays);
        _avatars?.Finish();
    }

    private static IFlow CreateEmbedded(Place place, FlowGroup group, CircuitOptions options, int member, FlowRecord record)
    {
        Site servers = place.Servers(group);
        EmbeddedRegion region = place.Shared(group, () => servers.Invoke(() =>
            new EmbeddedRegion(servers.Scheduler, servers.Network, place.ServerAddress(group, member), RegionOf(options) with
            {
                Seed = place.Seed,
                VisitorPrefix = group.Name,
                Lines = place.Shared(typeof(VisitorLines<string>), () => new VisitorLines<string>()),
                Uplink = SimulatedDownloads.UplinkOf(place, options.Http)?.OpenCircuits(),
            })));
        UpdateTap? tap = UpdateTap.For(place, options, region);
        ViewerOptions viewer = new()
        {
            Region = place.RouteTo(region.Address, group, tap),
            CircuitCode = (uint)member,
            AgentId = new Guid(member, 0, 0, [0, 0, 0, 0, 0, 0, 0, 1]),
            SessionId = new Guid(member, 0, 0, [0, 0, 0, 0, 0, 0, 0, 2]),
            Walks = options.Activity != Activity.None,
            ReadStamps = true,
        };
        TextureOrder textures = TextureOrder.For(options, TextureLibrary.Default.Textures, place.Seed + member - 1, record);
        CircuitFlow circuit = Create(place, options, viewer, textures, CircuitWatch.Of(place, group.Name, member), record, tap);
        IFlow flow = new FlowOnSite(place.Viewers, circuit);
        if (options.Walkers > 0)
            flow = new UnackedFlow(flow, () => servers.Invoke(() => region.UnackedBytesOf((uint)member)), options.WalkersStop);
        return options.Details ? new ServedFlow(flow, new EmbeddedLoad(servers, region), options) : flow;
    }

    private void DatagramArrived(ReceivedDatagram datagram)
    {
        _arrivals.Add(datagram);
        _avatars?.Add(datagram);
    }

    private void RoundTripMeasured(Duration time)
    {
        _record.RoundTrip(_scheduler.Now - _origin, time);
        _avatars?.RoundTrip(time);
    }

    private void Arrived(Arrival arrival)
    {
        Duration at = arrival.At - _origin;
        _record.Delivered(at, arrival.Bytes);
        _channels?.Add(at, arrival);
        Duration? age = arrival.Channel == Channel.Task ? arrival.Delay : null;
        if (age is { } seen)
            _watch.UpdateArrived?.Invoke(seen);
        if (!_record.IsMeasured(at))
            return;
        _channelBytes[(int)ChannelFigures.Payer(arrival)] += arrival.Bytes;
        if (age is { } delay)
            _taskDelays.Add(delay);
    }
}
