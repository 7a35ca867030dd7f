using System.Net;
using System.Net.Sockets;
using Mongoose.Runtime.Udp;

namespace Mongoose.Client.Login;

/// <summary>
/// Checks the address of a region as named by a grid. A grid may have many machines, so any host is accepted, but no multicast address, no
/// 255.255.255.255 and no port of system services: a grid must not make bots send to those.
/// </summary>
internal static class RegionAddress
{
    /// <summary>Smaller ports belong to system services, such as DNS.</summary>
    public const int MinPort = 1024;

    private const byte FirstMulticast = 224;

    /// <param name="address">An IPv4 address.</param>
    /// <param name="port">A UDP port.</param>
    /// <exception cref="FormatException">No region can have this address.</exception>
    public static UdpAddress From(IPAddress address, int port)
    {
        if (address.AddressFamily != AddressFamily.InterNetwork || address.GetAddressBytes()[0] is 0 or >= FirstMulticast)
            throw new FormatException($"no region can be at {address}: allowed are IPv4 unicast addresses");
        if (port is < MinPort or > ushort.MaxValue)
            throw new FormatException($"no region can be at port {port}: allowed are {MinPort} to {ushort.MaxValue}");
        return UdpAddress.From(new IPEndPoint(address, port));
    }
}
