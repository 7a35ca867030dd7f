using System.Runtime.Versioning;
using Mongoose.Client.Viewers;
using Mongoose.Core.Units;
using Mongoose.Network.Games;
using Mongoose.Network.Hosts;
using Mongoose.Network.Kernel;
using Mongoose.Network.Numerics;
using Mongoose.Network.Tun;
using Mongoose.Runtime.Settings;
using Mongoose.Runtime.Time;
using Mongoose.Runtime.Udp;
using Mongoose.Testbed.Region;

namespace Mongoose.Testbed.Scenarios.Running;

/// <summary>Flows between two hosts that exist for the run: the kernel's TCP, circuits and games, over one link.</summary>
[SupportedOSPlatform("linux")]
internal sealed class HostedFlows : IFlowFactory, IDisposable
{
    private const int FirstPort = 5001, FirstRegionPort = 9001;

    private readonly Scenario _scenario;
    private readonly TunNetwork _network;
    private readonly RealTimeLoop _regionLoop;
    private readonly RealTimeLoop _tcpLoop;
    private readonly long _seed;
    private readonly Dictionary<FlowGroup, EmbeddedRegion> _regions = [];
    private readonly List<KernelTcpFlow> _tcpFlows = [];
    private int _games, _tcpMembers;
    private LinkWatch[] _watches = [];
    private Instant _origin;

    /// <exception cref="ScenarioException">Not exactly one link, or a TCP flow that the kernel cannot have.</exception>
    /// <exception cref="HostException">No privileges, or no TUN device.</exception>
    public HostedFlows(Scenario scenario, long seed)
    {
        if (scenario.Links.Count != 1)
            throw Impossible(scenario, "links", "with TCP on the host's clock exactly one link is allowed");
        foreach (FlowGroup group in scenario.Flows)
            RequireOfKernel(scenario, group);
        (_scenario, _seed) = (scenario, seed);
        SeededRandom random = new(seed, Topology.DelayStream);
        DuplexLink link = scenario.Links[0].WithSeed(seed, 0);
        _network = TunNetwork.Create(new TunNetworkOptions
        {
            Down = link.Down,
            Up = link.Up,
            FlowDelays = scenario.Flows.SelectMany(group => PortsOf(group).Select(port => FlowDelay.OfPort(port, group.DrawExtraDelay(random) * 2))).ToArray(),
            Ecn = scenario.Flows.Any(group => group.Kind is TcpFlowOptions { Ecn: true }),
        });
        _regionLoop = _network.Server.NewLoop("regions");
        _tcpLoop = new RealTimeLoop("TCP");
    }

    /// <summary>Those whose failure ends a run.</summary>
    public RealTimeLoop[] Loops => [_network.Server.Loop, _network.Client.Loop, _regionLoop, _tcpLoop];

    /// <summary>The run begins: links are watched from now on.</summary>
    public Instant Begin()
    {
        _origin = RealTimeLoop.Clock;
        string name = _scenario.Links[0].Name;
        _watches = _network.OnLink(link => (LinkWatch[])
            [new LinkWatch($"{name}.down", link.Down, _scenario, _origin), new LinkWatch($"{name}.up", link.Up, _scenario, _origin)]);
        return _origin;
    }

    public IReadOnlyList<LinkRecord> FinishLinks() =>
        _network.OnLink(_ => _watches.Select(watch => watch.Finish(RealTimeLoop.Clock)).ToArray());

    public IFlow Create(FlowGroup group, int member, FlowRecord record) => group.Kind switch
    {
        TcpFlowOptions tcp => CreateTcp(group, tcp, member, record),
        GameFlowOptions game => CreateGame(group, game, member),
        CircuitOptions circuit => CreateCircuit(group, circuit, member, record),
        _ => throw new NotSupportedException($"flow {group.Name}: {group.Kind}"),
    };

    public void Dispose()
    {
        foreach (KernelTcpFlow flow in _tcpFlows)
            _tcpLoop.Invoke(flow.Dispose);
        _tcpLoop.Dispose();
        _network.Dispose();
    }

    private static void RequireOfKernel(Scenario scenario, FlowGroup group)
    {
        if (group.Kind is not TcpFlowOptions tcp)
            return;
        if (tcp.SegmentBytes > KernelTcpOptions.MostSegmentBytes)
            throw Impossible(scenario, $"flows.{group.Name}.tcp.segmentBytes", $"on the host's clock at most {KernelTcpOptions.MostSegmentBytes} bytes fit");
    }

    private static ScenarioException Impossible(Scenario scenario, string place, string reason) =>
        new(scenario.Name, [new SettingProblem($"$.{place}", null, reason)]);

    private LoopFlow CreateTcp(FlowGroup group, TcpFlowOptions tcp, int member, FlowRecord record)
    {
        ushort port = (ushort)PortsOf(group).ElementAt(member - 1);
        (TunHost from, TunHost to) = tcp.Up ? (_network.Client, _network.Server) : (_network.Server, _network.Client);
        KernelTcpFlow data = Connect(from, to);
        KernelTcpFlow? requests = tcp.Application.Asks ? Connect(to, from) : null;
        SeededRandom random = new(_seed, SimulatedFlows.TcpStream + ++_tcpMembers);
        return new LoopFlow(_tcpLoop, new HostTcpFlow(_tcpLoop, tcp.Application, data, requests, random, _origin, record));

        KernelTcpFlow Connect(TunHost sender, TunHost receiver)
        {
            KernelTcpFlow flow = new(_tcpLoop, sender.Loop, receiver.Loop, receiver.Address with { Port = port }, HostTcpFlow.OptionsOf(tcp));
            _tcpFlows.Add(flow);
            return flow;
        }
    }

    private GameFlow CreateGame(FlowGroup group, GameFlowOptions options, int member)
    {
        GamePeers peers = new(options.Game, _seed, _games++);
        (RealTimeLoop servers, RealTimeLoop clients) = (_network.Server.Loop, _network.Client.Loop);
        UdpAddress address = _network.Server.Address with { Port = (ushort)PortsOf(group).ElementAt(member - 1) };
        GamePeer server = servers.Invoke(() => peers.NewServer(servers, servers, address));
        GamePeer client = clients.Invoke(() => peers.NewClient(clients, clients, _network.Client.Address, address));
        return new GameFlow(client, clients.Invoke, server, servers.Invoke, _origin);
    }

    private LoopFlow CreateCircuit(FlowGroup group, CircuitOptions circuit, int member, FlowRecord record)
    {
        if (!_regions.TryGetValue(group, out EmbeddedRegion? region))
        {
            UdpAddress address = _network.Server.Address with { Port = (ushort)PortsOf(group).Single() };
            region = _regionLoop.Invoke(() => new EmbeddedRegion(_regionLoop, _regionLoop, address, CircuitFlow.RegionOf(circuit)));
            _regions.Add(group, region);
        }
        RealTimeLoop viewers = _network.Client.Loop;
        ViewerOptions viewer = CircuitFlow.ViewerOf(circuit, member, region.Address) with { Host = _network.Client.Address };
        return new LoopFlow(viewers, viewers.Invoke(() => new CircuitFlow(viewers, viewers, circuit, viewer, _origin, record)));
    }

    /// <summary>One for each flow of the group, or its region's: by them the link tells flows apart.</summary>
    private IEnumerable<int> PortsOf(FlowGroup group)
    {
        int before = _scenario.Flows.TakeWhile(other => other != group).Sum(other => other.Count);
        return group.Kind is CircuitOptions ? [FirstRegionPort + before] : Enumerable.Range(FirstPort + before, group.Count);
    }
}
