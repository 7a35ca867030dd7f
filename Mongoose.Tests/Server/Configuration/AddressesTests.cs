using System.Net;
using Mongoose.Server.Configuration;

namespace Mongoose.Tests.Server.Configuration;

/// <summary>Networks of addresses.</summary>
public sealed class AddressesTests
{
    [TestCase("192.168.7.9", 24, "192.168.7.0/24")]
    [TestCase("10.99.255.1", 10, "10.64.0.0/10")]
    [TestCase("203.0.113.5", 32, "203.0.113.5/32")]
    [TestCase("203.0.113.5", 0, "0.0.0.0/0")]
    [TestCase("2001:db8:1:2:3::4", 64, "2001:db8:1:2::/64")]
    public void A_network_has_the_first_bits_of_its_addresses(string address, int prefixLength, string network) =>
        Assert.That(Addresses.NetworkOf(IPAddress.Parse(address), prefixLength).ToString(), Is.EqualTo(network));
}
