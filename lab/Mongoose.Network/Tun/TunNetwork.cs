using System.Runtime.Versioning;
using Mongoose.Network.Clamping;
using Mongoose.Network.Packets;
using Mongoose.Runtime.Hosts;
using Mongoose.Runtime.Time;
using Mongoose.Runtime.Udp;

namespace Mongoose.Network.Tun;

/// <summary>
/// Two hosts on this machine, each a network namespace, and emulated links between them that the kernel's own TCP and UDP cross. Needs
/// Linux and root. Nothing outside the two namespaces is changed, and nothing remains after disposal.
/// </summary>
[SupportedOSPlatform("linux")]
public sealed class TunNetwork : IDisposable
{
    private const uint ServerHost = 0xC6120001, ClientHost = 0xC6120002; // 198.18.0.1 and .2, from the block for benchmarks (RFC 2544).

    private readonly RealTimeLoop _loop;
    private readonly TunLink _link;

    private TunNetwork(TunNetworkOptions options, TunHost server, TunHost client)
    {
        (Server, Client) = (server, client);
        if (options.Ecn)
        {
            foreach (TunHost host in (TunHost[])[server, client])
                host.Namespace.Set("net/ipv4/tcp_ecn", "1");
        }
        _loop = new RealTimeLoop("TUN link");
        try
        {
            _link = _loop.Invoke(() => new TunLink(_loop, server.Device, client.Device,
                options.Links.Select(link => new LinkPair(_loop, link, options.IsOpaque)).ToArray(), options.FlowDelays));
        }
        catch
        {
            _loop.Dispose();
            throw;
        }
    }

    public TunHost Server { get; }

    public TunHost Client { get; }

    /// <summary>Creates the namespaces, the devices and the threads; traffic can flow immediately.</summary>
    /// <exception cref="ArgumentException">There is no link, or an option of a link is invalid; the message names it.</exception>
    /// <exception cref="HostException">
    /// The host is not Linux, or privileges or a TUN device are missing; the message names the cause.
    /// </exception>
    public static TunNetwork Create(TunNetworkOptions options)
    {
        if (!OperatingSystem.IsLinux())
            throw new HostException("the TUN link needs Linux");
        TunHost server = new("server", new UdpAddress(ServerHost, 0));
        TunHost? client = null;
        try
        {
            client = new TunHost("client", new UdpAddress(ClientHost, 0));
            return new TunNetwork(options, server, client);
        }
        catch
        {
            client?.Dispose();
            server.Dispose();
            throw;
        }
    }

    /// <summary>Runs a function on the link's thread, to inspect or change the link.</summary>
    public T OnLink<T>(Func<TunLink, T> function) => _loop.Invoke(() => function(_link));

    public void Dispose()
    {
        _loop.Dispose();
        Client.Dispose();
        Server.Dispose();
    }
}

/// <summary>Two hosts and the links between them.</summary>
public sealed record TunNetworkOptions
{
    /// <summary>The links that every packet crosses, in the order from the server to the client; at least one.</summary>
    public IReadOnlyList<LinkPairOptions> Links { get; init; } = [new()];

    /// <summary>
    /// Flows whose header no clamp can read, as with QUIC; null: none. Called on the link's thread for every packet that meets a clamp.
    /// </summary>
    public Func<FlowKey, bool>? IsOpaque { get; init; }

    /// <summary>Additional delay for some flows, after the last link; if several match a flow, the first applies.</summary>
    public IReadOnlyList<FlowDelay> FlowDelays { get; init; } = [];

    /// <summary>Whether the kernels of both hosts request ECN when they open TCP connections (net.ipv4.tcp_ecn = 1).</summary>
    public bool Ecn { get; init; }
}
