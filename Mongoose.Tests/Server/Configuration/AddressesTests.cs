using System.Net;
using Mongoose.Server.Configuration;

namespace Mongoose.Tests.Server.Configuration;

/// <summary>Networks of addresses.</summary>
public sealed class AddressesTests
{
    [TestCase("192.168.7.9", "192.168.7.200", 24, true)]
    [TestCase("192.168.7.9", "192.168.8.9", 24, false)]
    [TestCase("10.99.255.1", "10.64.0.1", 10, true)]
    [TestCase("10.99.255.1", "10.128.0.1", 10, false)]
    [TestCase("203.0.113.5", "203.0.113.5", 32, true)]
    [TestCase("203.0.113.5", "203.0.113.4", 32, false)]
    [TestCase("2001:db8:1:2:3::4", "2001:db8:1:2::1", 64, true)]
    [TestCase("2001:db8:1:2:3::4", "2001:db8:1:3::1", 64, false)]
    [TestCase("203.0.113.5", "2001:db8::1", 1, false, Description = "two kinds of addresses")]
    [TestCase("203.0.113.5", "203.0.113.5", 0, false, Description = "a length that says nothing")]
    [TestCase("203.0.113.5", "203.0.113.5", 255, false, Description = "what Windows calls an illegal value")]
    public void Addresses_of_one_network_have_the_first_bits_in_common(string a, string b, int prefixLength, bool areTogether) =>
        Assert.That(Addresses.AreInOneNetwork(IPAddress.Parse(a), IPAddress.Parse(b), prefixLength), Is.EqualTo(areTogether));
}
