using System.Net.Sockets;
using System.Runtime.Versioning;
using Mongoose.Runtime.Hosts;
using Mongoose.Runtime.Time;
using Mongoose.Runtime.Udp;

namespace Mongoose.Simulators;

/// <summary>The sockets of a host, which may be a network namespace. A socket stays in the namespace in which it was opened.</summary>
public static class HostNetwork
{
    /// <summary>The UDP ports of a host, for use on a loop's thread.</summary>
    /// <param name="loop">The loop, whose thread may be in another namespace.</param>
    /// <param name="host">The host; null: this process's own.</param>
    public static INetwork Of(RealTimeLoop loop, NetworkNamespace? host) =>
        host is not null && OperatingSystem.IsLinux() ? new PortsOf(loop, host) : loop;

    /// <summary>A function that opens TCP sockets of a host, on any thread; null for this process's own host, which needs none.</summary>
    public static Func<Socket>? TcpOf(NetworkNamespace? host) => host is not null && OperatingSystem.IsLinux() ? OpenerOf(host) : null;

    [SupportedOSPlatform("linux")]
    private static Func<Socket> OpenerOf(NetworkNamespace host) =>
        () => host.Run(() => new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp));

    [SupportedOSPlatform("linux")]
    private sealed class PortsOf(RealTimeLoop loop, NetworkNamespace host) : INetwork
    {
        public IDatagramPort Open(UdpAddress address) => host.Run(() => loop.Open(address));
    }
}
