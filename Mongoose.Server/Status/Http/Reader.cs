using System.Net;
using System.Net.Sockets;
using Mongoose.Server.Configuration;
using OpenSim.Framework.Servers.HttpServer;

namespace Mongoose.Server.Status.Http;

/// <summary>The reader who sent a request, as the request identifies it.</summary>
internal static class Reader
{
    /// <summary>
    /// The address at the other end of the connection; null if it is unknown. OpenSim takes <see cref="IOSHttpRequest.RemoteIPEndPoint"/>
    /// from the headers X-Forwarded-For and Forwarded, which everyone can write. If there is one, the address is therefore taken from the
    /// two other places where OpenSim notes it, and must be the same in both.
    /// </summary>
    public static IPAddress? Address(IOSHttpRequest request)
    {
        if (request.Headers["x-forwarded-for"] is null)
            return Addresses.Plain(request.RemoteIPEndPoint.Address);
        return IPAddress.TryParse(request.Headers["remote_addr"], out IPAddress? noted) && noted.Equals(request.LocalIPEndPoint.Address)
            ? Addresses.Plain(noted) : null;
    }

    /// <summary>
    /// The name under which a reader's wrong passwords are counted: its address, or its network of 64 bits in IPv6, which one host can use
    /// alone.
    /// </summary>
    public static string NameOf(IPAddress? address) => address switch
    {
        null => "an unknown address",
        { AddressFamily: AddressFamily.InterNetworkV6 } =>
            new IPAddress([.. address.GetAddressBytes().AsSpan(0, 8), 0, 0, 0, 0, 0, 0, 0, 0]) + "/64",
        _ => address.ToString(),
    };

    /// <summary>
    /// Whether the reader asked for this host by an address or as <c>localhost</c>. A page of another site, whose name has been made to
    /// resolve to this host (DNS rebinding), asks by that name.
    /// </summary>
    public static bool AsksForLocalHost(IOSHttpRequest request)
    {
        Uri url = request.Url;
        return url.HostNameType is UriHostNameType.IPv4 or UriHostNameType.IPv6
            || url.Host.Equals("localhost", StringComparison.OrdinalIgnoreCase)
            || url.Host.EndsWith(".localhost", StringComparison.OrdinalIgnoreCase);
    }
}
