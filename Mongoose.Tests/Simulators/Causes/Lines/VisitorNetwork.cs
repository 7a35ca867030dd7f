using System.Net.Sockets;
using System.Runtime.Versioning;
using Mongoose.Network.Links;
using Mongoose.Network.Packets;
using Mongoose.Network.Tun;
using Mongoose.Runtime.Hosts;
using Mongoose.Runtime.Time;
using Mongoose.Runtime.Udp;

namespace Mongoose.Tests.Simulators.Causes.Lines;

/// <summary>
/// A host for the simulator and one for all visitors, each a network namespace. Packets of the kernel, of circuits and of downloads alike,
/// cross the simulator's uplink, unless the visitor is in the simulator's own network, and then the line of the visitor's address. Both can
/// be changed while packets cross.
/// </summary>
[SupportedOSPlatform("linux")]
internal sealed class VisitorNetwork : IDisposable
{
    /// <summary>Lines from this number on are in the simulator's own network.</summary>
    public const int FirstNear = 100;

    private const uint SimulatorHost = 0xC6120001, VisitorsHost = 0xC6120002; // 198.18.0.1 and .2 (RFC 2544)
    private const uint OwnNetwork = 0xC6120000, OtherNetwork = 0xC6130000; // 198.18.0.0/24, 198.19.0.0/24
    private const int PrefixLength = 24, FirstHost = 10;

    private readonly RealTimeLoop _loop = new("lines");
    private readonly HashSet<int> _made = [];
    private readonly TunEnd _simulatorEnd;
    private readonly AccessLines _down, _up;

    private VisitorNetwork(TunHost simulator, TunHost visitors)
    {
        (Simulator, Visitors) = (simulator, visitors);
        PacketPool<IpPacket> packets = IpPacket.NewPool();
        TunEnd visitorsEnd = new(visitors.Device, packets);
        _simulatorEnd = new TunEnd(simulator.Device, packets);
        _down = new AccessLines(_loop, flow => flow.Destination.Host, visitorsEnd);
        _up = new AccessLines(_loop, flow => flow.Source.Host, _simulatorEnd);
        _loop.Invoke(() =>
        {
            _simulatorEnd.SendTo(_down);
            visitorsEnd.SendTo(_up);
            _loop.Add(_simulatorEnd);
            _loop.Add(visitorsEnd);
        });
    }

    /// <summary>The host of the simulator.</summary>
    public TunHost Simulator { get; }

    /// <summary>The host of all visitors.</summary>
    public TunHost Visitors { get; }

    /// <summary>Skips the test where namespaces or TUN devices are not allowed.</summary>
    public static VisitorNetwork CreateOrSkip()
    {
        TunHost? simulator = null, visitors = null;
        try
        {
            simulator = new TunHost("server", new UdpAddress(SimulatorHost, 0));
            visitors = new TunHost("client", new UdpAddress(VisitorsHost, 0));
        }
        catch (HostException exception)
        {
            simulator?.Dispose();
            Assert.Ignore(exception.Message);
        }
        VisitorNetwork network = new(simulator!, visitors!);
        try
        {
            // Where namespaces are allowed, a route is as well.
            network.Simulator.Namespace.Run(() => NetworkInterface.SetGateway(network.Visitors.Address));
            return network;
        }
        catch
        {
            network.Dispose();
            throw;
        }
    }

    /// <summary>The visitors' address behind a line.</summary>
    public UdpAddress AddressOf(int line)
    {
        UdpAddress address = new(HostOf(line), 0);
        if (_made.Add(line))
            Visitors.Namespace.Run(() => NetworkInterface.SetAddress($"{Visitors.Device.Name}:{line}", address, PrefixLength));
        return address;
    }

    /// <summary>Gives an address another line; packets on the old one still arrive.</summary>
    public void SetLine(int line, LinkOptions down, LinkOptions? up = null) => _loop.Invoke(() =>
    {
        uint host = AddressOf(line).Host;
        _down.Set(host, down);
        _up.Set(host, up ?? new LinkOptions { Delay = down.Delay });
    });

    /// <summary>Gives the simulator another uplink; null: one without limit.</summary>
    public void SetUplink(LinkOptions? options) => _loop.Invoke(() =>
        _simulatorEnd.SendTo(options is null ? _down : new Router(IsNear, _down, new LinkHop(new Link(_loop, options), _down))));

    /// <summary>The bytes that wait in the line of an address, on their way to the visitor.</summary>
    public long Waiting(int line) => _loop.Invoke(() => _down.Waiting(HostOf(line)));

    /// <summary>Opens a TCP socket behind a line, on any thread.</summary>
    public Socket OpenTcp(int line) => Visitors.Namespace.Run(() =>
    {
        Socket socket = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        socket.Bind(AddressOf(line).ToEndPoint());
        return socket;
    });

    private static bool IsNear(uint host) => host >> (32 - PrefixLength) == OwnNetwork >> (32 - PrefixLength);

    private static uint HostOf(int line) => (line < FirstNear ? OtherNetwork : OwnNetwork) + FirstHost + (uint)line;

    public void Dispose()
    {
        _loop.Dispose();
        Visitors.Dispose();
        Simulator.Dispose();
    }
}
