using System.Diagnostics.CodeAnalysis;
using System.Net;
using System.Net.Sockets;

namespace Mongoose.Server.Configuration;

/// <summary>Addresses and networks as operators write them. An IPv4 address that is written as an IPv6 address counts as IPv4.</summary>
internal static class Addresses
{
    /// <summary>Reads an IPv4 address of four numbers, or an IPv6 address.</summary>
    public static bool TryParse(string text, [NotNullWhen(true)] out IPAddress? address)
    {
        // IPAddress also reads "1" as 0.0.0.1, and octal numbers: 010.0.0.1 as 8.0.0.1.
        address = IPAddress.TryParse(text, out IPAddress? read) && (text.Contains(':') || text == read.ToString()) ? Plain(read) : null;
        return address is not null;
    }

    /// <summary>Reads an address, or a network such as <c>10.0.0.0/8</c>, whose bits after the prefix must be 0.</summary>
    public static bool TryParseNetwork(string text, out IPNetwork network)
    {
        network = default;
        if (!text.Contains('/'))
        {
            bool isAddress = TryParse(text, out IPAddress? address);
            network = isAddress ? new IPNetwork(address!, address!.GetAddressBytes().Length * 8) : default;
            return isAddress;
        }
        // From .NET 10 on, IPNetwork clears the bits after the prefix itself.
        return TryParse(text[..text.IndexOf('/')], out IPAddress? first) && IPNetwork.TryParse(text, out network)
            && network.BaseAddress.Equals(first);
    }

    /// <summary>
    /// The address, or its network of 64 bits in IPv6: a household has such a network, and a host can use all of its addresses.
    /// </summary>
    public static string HouseholdOf(IPAddress address) => address.AddressFamily == AddressFamily.InterNetworkV6
        ? new IPAddress([.. address.GetAddressBytes().AsSpan(0, 8), 0, 0, 0, 0, 0, 0, 0, 0]) + "/64"
        : address.ToString();

    /// <summary>Whether two addresses have the first bits in common.</summary>
    /// <param name="a">An address.</param>
    /// <param name="b">Another, of any kind.</param>
    /// <param name="prefixLength">
    /// The number of bits. Less than 1, or more than an address of this kind has: they have none in common.
    /// </param>
    public static bool AreInOneNetwork(IPAddress a, IPAddress b, int prefixLength)
    {
        byte[] bytesA = a.GetAddressBytes(), bytesB = b.GetAddressBytes();
        if (bytesA.Length != bytesB.Length || prefixLength < 1 || prefixLength > 8 * bytesA.Length)
            return false;
        int whole = prefixLength / 8, rest = prefixLength % 8;
        return bytesA.AsSpan(0, whole).SequenceEqual(bytesB.AsSpan(0, whole))
            && (rest == 0 || (bytesA[whole] ^ bytesB[whole]) >> (8 - rest) == 0);
    }

    public static IPAddress Plain(IPAddress address) => address.IsIPv4MappedToIPv6 ? address.MapToIPv4() : address;
}
