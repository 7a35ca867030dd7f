using System.Net;
using System.Net.NetworkInformation;

namespace Mongoose.Server.Outbound;

/// <summary>The host of this process.</summary>
internal static class ThisHost
{
    /// <summary>Whether an address is one of this host's: a program that has it reaches the simulator without a line.</summary>
    public static bool Has(IPAddress address) => IPAddress.IsLoopback(address) || Others().Contains(address);

    /// <summary>The addresses of the network's interfaces; none if the system does not tell.</summary>
    private static IEnumerable<IPAddress> Others()
    {
        try
        {
            return [.. from network in NetworkInterface.GetAllNetworkInterfaces()
                       from unicast in network.GetIPProperties().UnicastAddresses
                       select unicast.Address];
        }
        catch (NetworkInformationException)
        {
            return [];
        }
    }
}
