using System.Net;
using System.Net.Sockets;
using Mongoose.Runtime.Udp;

namespace Mongoose.Tests.Runtime.Udp;

/// <summary>Ports for servers that are about to open them.</summary>
public sealed class FreePortTests
{
    private const int FirstOfClients = 32_768, Many = 200;

    [Test]
    public void No_port_is_given_twice_or_is_one_that_systems_give_to_clients() =>
        Assert.That(FreePort.OfTcpAndUdp(Many), Is.Unique.And.All.InRange(1024, FirstOfClients - 1));

    [Test]
    public void A_port_that_is_open_for_UDP_or_TCP_is_not_free([Values] bool isUdp)
    {
        int port = FreePort.OfTcpAndUdp();
        using Socket open = isUdp ? new(SocketType.Dgram, ProtocolType.Udp) : new(SocketType.Stream, ProtocolType.Tcp);
        open.Bind(new IPEndPoint(IPAddress.Loopback, port));
        if (!isUdp)
            open.Listen();
        Assert.That(FreePort.IsFree(port), Is.False);
    }
}
