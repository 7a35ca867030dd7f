using System.Net.Sockets;
using System.Runtime.Versioning;
using Mongoose.Network.Packets;
using Mongoose.Network.Tun;
using Mongoose.Runtime.Hosts;
using Mongoose.Runtime.Time;
using Mongoose.Runtime.Udp;
using Mongoose.Simulators;
using Mongoose.Testbed.OpenSim;

namespace Mongoose.Testbed.Scenarios.Places;

/// <summary>
/// Regions of real OpenSimulators on one host, viewers on another, and all links of the scenario between them. Circuits cross the links,
/// and so does the kernel's TCP: downloads and cross traffic. Logins and walking avatars are on the regions' host, without a link.
/// </summary>
[SupportedOSPlatform("linux")]
internal sealed class OpenSimHostsPlace : Place, IGridPlace, IKernelTcpPlace
{
    private const int FirstPort = 5001;

    private readonly TunLine _line;
    private readonly OpenSimGuests _guests = new();

    /// <summary>Starts the regions and logs in all accounts. The run begins after that.</summary>
    /// <param name="scenario">A scenario with circuits, downloads and TCP only, as its reader ensures.</param>
    /// <param name="seed">The seed of the links.</param>
    /// <param name="preparing">Called with a line for each step that takes seconds.</param>
    /// <param name="cancellation">Cancels starts and logins.</param>
    /// <exception cref="HostException">No privileges, or no TUN device.</exception>
    /// <exception cref="OpenSimException">There is no OpenSimulator, it does not start, or a login fails.</exception>
    /// <exception cref="OperationCanceledException">Cancelled; nothing is left behind.</exception>
    public OpenSimHostsPlace(Scenario scenario, long seed, Action<string> preparing, CancellationToken cancellation)
        : base(seed)
    {
        _line = new TunLine(scenario, seed, new TunNetworkOptions());
        Tcp = new KernelTcp(_line.Network, (group, member) =>
            FirstPort + scenario.Flows.TakeWhile(other => other != group).Sum(other => other.Count) + member - 1);
        try
        {
            TunHost server = _line.Network.Server;
            Grids = new OpenSimGrids(scenario, options => options with
            {
                Address = server.Address.ToEndPoint().Address,
                Namespace = server.Namespace,
                Assets = StoredDownloads.All,
            }, preparing, cancellation);
            _guests.Admit(scenario, Viewers.Loop, Grids, preparing, cancellation);
            Origin = RealTimeLoop.Clock;
            _line.Watch(scenario, Origin);
        }
        catch
        {
            Dispose();
            throw;
        }
    }

    public OpenSimGrids Grids { get; } = null!;

    public KernelTcp Tcp { get; }

    public override Site Viewers => new(_line.Network.Client.Loop);

    public override UdpAddress ViewerAddress => _line.Network.Client.Address;

    public override IReadOnlyList<RealTimeLoop> Loops => [_line.Network.Server.Loop, _line.Network.Client.Loop, Tcp.Loop];

    /// <summary>Opens TCP sockets on the viewers' host, on any thread.</summary>
    public Func<Socket> OpenTcp => HostNetwork.TcpOf(_line.Network.Client.Namespace)!;

    public OpenSimGuest GuestOf(FlowGroup group, int member) => _guests[group, member];

    /// <exception cref="NotSupportedException">Always, because OpenSimulator runs in processes of its own.</exception>
    public override Site Servers(FlowGroup group) =>
        throw new NotSupportedException($"{group.Name}: OpenSimulator runs in a process of its own");

    /// <inheritdoc cref="Servers"/>
    public override UdpAddress ServerAddress(FlowGroup group, int member) =>
        throw new NotSupportedException($"{group.Name}: an OpenSimulator has chosen its address");

    public override UdpAddress RouteTo(UdpAddress server, FlowGroup group, IPacketReceiver? tap = null) => server;

    public override UdpAddress RouteToViewer(UdpAddress viewer, FlowGroup group) => viewer;

    public override IReadOnlyList<LinkRecord> FinishLinks() => _line.Finish();

    public override IReadOnlyList<string> Problems => Grids.Errors;

    protected override void End()
    {
        // Even if disposing a guest fails, no OpenSimulator and no namespace must remain.
        using (_line)
        using (Tcp)
        using (Grids)
            _guests.Dispose();
    }
}
