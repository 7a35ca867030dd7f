using System.Net;
using System.Net.Sockets;
using Mongoose.Runtime.Udp;

namespace Mongoose.Client.Login;

/// <summary>
/// Where a grid says that a region listens. A grid may have many machines, so any host is taken; but no broadcast, and no port of a system's
/// services: a grid must not make bots send to those.
/// </summary>
internal static class RegionAddress
{
    /// <summary>Smaller ones belong to a system's services, such as DNS.</summary>
    public const int MinPort = 1024;

    private const byte FirstMulticast = 224;

    /// <param name="address">IPv4.</param>
    /// <param name="port">UDP.</param>
    /// <exception cref="FormatException">No region can be there.</exception>
    public static UdpAddress Of(IPAddress address, int port)
    {
        if (address.AddressFamily != AddressFamily.InterNetwork || address.GetAddressBytes()[0] is 0 or >= FirstMulticast)
            throw new FormatException($"no region is at {address}: allowed are IPv4 addresses of one host");
        if (port is < MinPort or > ushort.MaxValue)
            throw new FormatException($"no region is at port {port}: allowed are {MinPort} to {ushort.MaxValue}");
        return UdpAddress.From(new IPEndPoint(address, port));
    }
}
