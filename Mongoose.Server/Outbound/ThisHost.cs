using System.Net;
using System.Net.NetworkInformation;
using Mongoose.Server.Configuration;

namespace Mongoose.Server.Outbound;

/// <summary>The host of this process.</summary>
internal static class ThisHost
{
    /// <summary>Whether an address is one of this host's: a program that has it reaches the simulator without a line.</summary>
    public static bool Has(IPAddress address) => IPAddress.IsLoopback(address) || Others().Any(own => own.Address.Equals(address));

    /// <summary>Whether an address is in a network of one of this host's interfaces: no router is on the way to it.</summary>
    public static bool IsNear(IPAddress address) =>
        Others().Any(own => Addresses.NetworkOf(own.Address, own.PrefixLength).Contains(address));

    /// <summary>The addresses of the network's interfaces; none if the system does not tell.</summary>
    private static IEnumerable<UnicastIPAddressInformation> Others()
    {
        try
        {
            return [.. NetworkInterface.GetAllNetworkInterfaces().SelectMany(network => network.GetIPProperties().UnicastAddresses)];
        }
        catch (NetworkInformationException)
        {
            return [];
        }
    }
}
