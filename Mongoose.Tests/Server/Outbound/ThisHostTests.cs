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
}
