using System.Net;
using System.Net.NetworkInformation;
using Mongoose.Server.Configuration;

namespace Mongoose.Server.Outbound;

/// <summary>Where an address is, as this host sees it.</summary>
internal enum AddressPlace
{
    /// <summary>Packets to it cross the host's uplink.</summary>
    Elsewhere,

    /// <summary>In a network of one of the host's interfaces, or in a private network. Such a network can be the end of a tunnel.</summary>
    Near,

    /// <summary>On this host: a program that has the address reaches the simulator without a line.</summary>
    OnHost,
}

/// <summary>The host of this process.</summary>
internal static class ThisHost
{
    /// <summary>Networks that the Internet does not carry: RFC 1918, RFC 4193, and link-local addresses (RFC 3927, RFC 4291).</summary>
    private static readonly IPNetwork[] Private =
        [.. new[] { "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7", "169.254.0.0/16", "fe80::/10" }.Select(IPNetwork.Parse)];

    /// <summary>Where an address is. Never throws.</summary>
    public static AddressPlace PlaceOf(IPAddress address) =>
        IPAddress.IsLoopback(address) ? AddressPlace.OnHost : PlaceOf(address, Interfaces());

    /// <param name="address">The address.</param>
    /// <param name="interfaces">
    /// The addresses of the host's interfaces, with the lengths of their networks' prefixes in bits; a length that an address cannot have
    /// says nothing.
    /// </param>
    public static AddressPlace PlaceOf(IPAddress address, IReadOnlyList<(IPAddress Address, int PrefixLength)> interfaces) =>
        interfaces.Any(own => own.Address.Equals(address)) ? AddressPlace.OnHost
        : interfaces.Any(own => Addresses.AreInOneNetwork(own.Address, address, own.PrefixLength)) ? AddressPlace.Near
        : Private.Any(network => network.Contains(address)) ? AddressPlace.Near
        : AddressPlace.Elsewhere;

    /// <summary>
    /// Those that the system tells. It throws various exceptions where files of the system may not be read; that must cost no visitor the
    /// circuit.
    /// </summary>
    private static IReadOnlyList<(IPAddress Address, int PrefixLength)> Interfaces() =>
        [.. from network in Try(NetworkInterface.GetAllNetworkInterfaces, [])
            from unicast in Try(() => network.GetIPProperties().UnicastAddresses.ToArray(), [])
            select (unicast.Address, Try(() => unicast.PrefixLength, 0))];

    private static T Try<T>(Func<T> read, T otherwise)
    {
        try
        {
            return read();
        }
        catch (Exception)
        {
            return otherwise;
        }
    }
}
