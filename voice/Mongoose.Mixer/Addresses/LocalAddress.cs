using System.Net;
using System.Net.Sockets;
using Mongoose.Runtime.Udp;

namespace Mongoose.Mixer.Addresses;

/// <summary>Local addresses that depend on a peer's.</summary>
internal static class LocalAddress
{
    /// <summary>The address from which this host reaches a peer, 127.0.0.1 for loopback addresses, with the given port.</summary>
    /// <exception cref="IOException">There is no route; the message names the peer.</exception>
    public static UdpAddress Towards(UdpAddress peer, int port)
    {
        try
        {
            using Socket socket = new(AddressFamily.InterNetwork, SocketType.Dgram, ProtocolType.Udp);
            socket.Connect(peer.ToEndPoint());
            return UdpAddress.From((IPEndPoint)socket.LocalEndPoint!) with { Port = (ushort)port };
        }
        catch (SocketException exception)
        {
            throw new IOException($"{peer}: {exception.Message}", exception);
        }
    }
}
