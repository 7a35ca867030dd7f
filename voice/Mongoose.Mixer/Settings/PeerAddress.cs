using System.Net;
using System.Net.Sockets;
using Mongoose.Runtime.Udp;

namespace Mongoose.Mixer.Settings;

/// <summary>Addresses as settings have them: an IPv4 address or host name, a colon and a port.</summary>
public static class PeerAddress
{
    /// <summary>Whether the port of a text such as <c>south.example:5000</c> is 1 to 65535; the form has been checked.</summary>
    public static bool HasPort(string address) => PortOf(address) is >= 1 and <= 65_535;

    /// <summary>The IPv4 address and port of a text such as <c>south.example:5000</c>; the local resolver looks names up.</summary>
    /// <exception cref="IOException">The name has no IPv4 address; the message names it.</exception>
    public static UdpAddress Resolve(string address)
    {
        string host = HostOf(address);
        if (TryParseHost(host, out IPAddress? numeric))
            return UdpAddress.From(new IPEndPoint(numeric, PortOf(address)));
        try
        {
            return Dns.GetHostAddresses(host, AddressFamily.InterNetwork) is [IPAddress first, ..]
                ? UdpAddress.From(new IPEndPoint(first, PortOf(address)))
                : throw new IOException($"{host} has no IPv4 address");
        }
        catch (Exception exception) when (exception is SocketException or ArgumentException)
        {
            throw new IOException($"{host} cannot be resolved: {exception.Message}", exception);
        }
    }

    /// <summary>Reads an IPv4 address of four numbers: abbreviations such as 10.1 are refused.</summary>
    public static bool TryParseHost(string text, [System.Diagnostics.CodeAnalysis.NotNullWhen(true)] out IPAddress? host) =>
        IPAddress.TryParse(text, out host) && host.AddressFamily == AddressFamily.InterNetwork && text.Count(c => c == '.') == 3;

    /// <summary>The host of a text such as <c>south.example:5000</c>; the form has been checked.</summary>
    internal static string HostOf(string address) => address[..address.LastIndexOf(':')];

    /// <summary>The port of a text such as <c>south.example:5000</c>; 0 if it is too large for a number.</summary>
    internal static int PortOf(string address) => int.TryParse(address.AsSpan(address.LastIndexOf(':') + 1), out int port) ? port : 0;
}
