using System.Net;
using System.Net.NetworkInformation;
using Mongoose.Server.Outbound;

namespace Mongoose.Tests.Server.Outbound;

/// <summary>Where addresses are.</summary>
public sealed class ThisHostTests
{
    private static readonly (IPAddress, int)[] Interfaces =
        [(IPAddress.Parse("203.0.113.5"), 24), (IPAddress.Parse("2001:db8:1::5"), 64), (IPAddress.Parse("198.51.100.1"), 255)];

    [TestCase("127.0.0.1", ExpectedResult = "OnHost")]
    [TestCase("127.8.9.10", ExpectedResult = "OnHost")]
    [TestCase("::1", ExpectedResult = "OnHost")]
    public string The_loopback_is_this_host(string address) =>
        $"{ThisHost.PlaceOf(IPAddress.Parse(address))}";

    [Test]
    public void So_are_the_addresses_of_all_interfaces() =>
        Assert.That(NetworkInterface.GetAllNetworkInterfaces().SelectMany(network => network.GetIPProperties().UnicastAddresses)
            .Select(unicast => ThisHost.PlaceOf(unicast.Address)), Is.All.EqualTo(AddressPlace.OnHost));

    [TestCase("203.0.113.5", ExpectedResult = "OnHost")]
    [TestCase("203.0.113.200", ExpectedResult = "Near")]
    [TestCase("2001:db8:1::abcd", ExpectedResult = "Near")]
    [TestCase("192.168.1.5", ExpectedResult = "Near", Description = "at home, behind a container's own network")]
    [TestCase("10.8.0.6", ExpectedResult = "Near")]
    [TestCase("172.31.0.1", ExpectedResult = "Near")]
    [TestCase("172.32.0.1", ExpectedResult = "Elsewhere")]
    [TestCase("fd00::7", ExpectedResult = "Near")]
    [TestCase("fe80::7", ExpectedResult = "Near")]
    [TestCase("203.0.114.1", ExpectedResult = "Elsewhere")]
    [TestCase("198.51.100.2", ExpectedResult = "Elsewhere", Description = "the interface's length says nothing")]
    public string Addresses_in_a_network_of_an_interface_and_private_ones_are_near(string address) =>
        $"{ThisHost.PlaceOf(IPAddress.Parse(address), Interfaces)}";
}
