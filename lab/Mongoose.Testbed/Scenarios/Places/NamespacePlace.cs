using System.Runtime.Versioning;
using Mongoose.Network.Numerics;
using Mongoose.Network.Packets;
using Mongoose.Network.Tun;
using Mongoose.Runtime.Hosts;
using Mongoose.Runtime.Time;
using Mongoose.Runtime.Udp;

namespace Mongoose.Testbed.Scenarios.Places;

/// <summary>Two temporary hosts, each in its own network namespace, with all links of the scenario between them.</summary>
[SupportedOSPlatform("linux")]
internal sealed class NamespacePlace : Place, IKernelTcpPlace
{
    private const int FirstPort = 5001, FirstRegionPort = 9001;

    private readonly Scenario _scenario;
    private readonly TunLine _line;
    private readonly RealTimeLoop _regionLoop;

    /// <exception cref="HostException">No privileges, or no TUN device.</exception>
    public NamespacePlace(Scenario scenario, long seed)
        : base(seed)
    {
        _scenario = scenario;
        SeededRandom random = new(seed, Topology.DelayStream);
        _line = new TunLine(scenario, seed, new TunNetworkOptions
        {
            FlowDelays = scenario.Flows.SelectMany(group =>
                PortsOf(group).Select(port => FlowDelay.OfPort(port, group.DrawExtraDelay(random) * 2))).ToArray(),
            IsOpaque = OpaquePorts() is { Count: > 0 } opaque ? flow =>
                opaque.Contains(flow.Source.Port) || opaque.Contains(flow.Destination.Port) : null,
            Ecn = scenario.Flows.Any(group => group.Kind is TcpFlowOptions { Tcp.Ecn: true }),
        });
        Tcp = new KernelTcp(Network, (group, member) => PortsOf(group).ElementAt(member - 1));
        try
        {
            _regionLoop = Network.Server.NewLoop("regions");
            Origin = RealTimeLoop.Clock;
            _line.Watch(scenario, Origin);
        }
        catch
        {
            Dispose();
            throw;
        }
    }

    private TunNetwork Network => _line.Network;

    public KernelTcp Tcp { get; }

    public override Site Viewers => new(Network.Client.Loop);

    public override UdpAddress ViewerAddress => Network.Client.Address;

    public override IReadOnlyList<RealTimeLoop> Loops => [Network.Server.Loop, Network.Client.Loop, _regionLoop, Tcp.Loop];

    /// <summary>Regions have a thread of their own, separate from the other servers'.</summary>
    public override Site Servers(FlowGroup group) => new(group.Kind is CircuitOptions ? _regionLoop : Network.Server.Loop);

    public override UdpAddress ServerAddress(FlowGroup group, int member) => Network.Server.Address with
    {
        Port = (ushort)PortsOf(group).ElementAt(group.Kind is CircuitOptions ? 0 : member - 1),
    };

    public override UdpAddress RouteTo(UdpAddress server, FlowGroup group, IPacketReceiver? tap = null) => server;

    public override UdpAddress RouteToViewer(UdpAddress viewer, FlowGroup group) => viewer;

    public override IReadOnlyList<LinkRecord> FinishLinks()
    {
        LinkRecord[] links = _line.Finish();
        return _scenario.Links.Any(link => link.DownClamp is not null || link.UpClamp is not null) ? [.. links, BadSegments()] : links;
    }

    protected override void End()
    {
        Tcp.Dispose();
        _line.Dispose();
    }

    /// <summary>
    /// The packets that the kernels of both hosts found damaged. Every packet crosses every clamp, so the sum is a stat of the last link.
    /// </summary>
    private LinkRecord BadSegments() => new(_scenario.Links[^1].Name,
        [(LinkRecord.BadSegments, SegmentErrors.Read(Network.Server.Namespace).Total + SegmentErrors.Read(Network.Client.Namespace).Total)],
        []);

    /// <summary>The ports of flows whose headers clamps cannot read.</summary>
    private HashSet<int> OpaquePorts() =>
        [.. _scenario.Flows.Where(group => group.Kind is TcpFlowOptions { Opaque: true }).SelectMany(PortsOf)];

    /// <summary>One port per flow of the group, or the port of its region; the link distinguishes flows by port.</summary>
    private IEnumerable<int> PortsOf(FlowGroup group)
    {
        int before = _scenario.Flows.TakeWhile(other => other != group).Sum(other => other.Count);
        return group.Kind is CircuitOptions ? [FirstRegionPort + before] : Enumerable.Range(FirstPort + before, group.Count);
    }
}
