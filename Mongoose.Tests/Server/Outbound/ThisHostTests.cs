using System.Net;
using System.Net.NetworkInformation;
using Mongoose.Server.Outbound;

namespace Mongoose.Tests.Server.Outbound;

/// <summary>Which addresses are this host's own.</summary>
public sealed class ThisHostTests
{
    [TestCase("127.0.0.1", true)]
    [TestCase("127.8.9.10", true)]
    [TestCase("::1", true)]
    [TestCase("198.51.100.7", false)]
    [TestCase("2001:db8::7", false)]
    public void The_loopback_is_this_host_and_documentation_s_networks_are_not(string address, bool isThisHost) =>
        Assert.That(ThisHost.Has(IPAddress.Parse(address)), Is.EqualTo(isThisHost));

    [Test]
    public void So_are_the_addresses_of_all_interfaces() =>
        Assert.That(NetworkInterface.GetAllNetworkInterfaces().SelectMany(network => network.GetIPProperties().UnicastAddresses)
            .Select(unicast => ThisHost.Has(unicast.Address)), Is.All.True);

    [Test]
    public void An_address_is_near_if_it_is_in_the_network_of_an_interface() => Assert.Multiple(() =>
    {
        foreach (UnicastIPAddressInformation own in
            NetworkInterface.GetAllNetworkInterfaces().SelectMany(network => network.GetIPProperties().UnicastAddresses))
            Assert.That(ThisHost.IsNear(LastOf(own.Address, own.PrefixLength)), $"{own.Address}/{own.PrefixLength}");
        Assert.That(ThisHost.IsNear(IPAddress.Parse("198.51.100.7")), Is.False);
        Assert.That(ThisHost.IsNear(IPAddress.Parse("2001:db8::7")), Is.False);
    });

    /// <summary>The last address of a network.</summary>
    private static IPAddress LastOf(IPAddress address, int prefixLength)
    {
        byte[] bytes = address.GetAddressBytes();
        for (int bit = prefixLength; bit < 8 * bytes.Length; bit++)
            bytes[bit / 8] |= (byte)(0x80 >> bit % 8);
        return new IPAddress(bytes);
    }
}
