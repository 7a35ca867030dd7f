using System.Net.Sockets;
using System.Runtime.Versioning;
using Mongoose.Runtime.Hosts;

namespace Mongoose.Tests.Network.Hosts;

[Category("Tun")]
[Platform("Linux")]
[SupportedOSPlatform("linux")]
public sealed class NetworkNamespaceTests
{
    [SetUp]
    public void SkipWithoutPrivileges() => TunNetworks.SkipWithout();

    [Test]
    public void Code_inside_sees_only_loopback_and_code_outside_sees_no_change()
    {
        string[] before = Names();
        using NetworkNamespace made = NetworkNamespace.Create("test");
        Assert.That(made.Run(Names), Is.EqualTo(new[] { "lo" }));
        Assert.That(Names(), Is.EqualTo(before));

        static string[] Names() => File.ReadLines("/proc/thread-self/net/dev").Skip(2).Select(line => line.Split(':')[0].Trim()).ToArray();
    }

    [Test]
    public void Loopback_inside_is_up_and_separate_from_the_hosts()
    {
        using NetworkNamespace made = NetworkNamespace.Create("test");
        using UdpClient outside = new(new System.Net.IPEndPoint(System.Net.IPAddress.Loopback, 0));
        made.Run(() =>
        {
            using UdpClient inside = new((System.Net.IPEndPoint)outside.Client.LocalEndPoint!);
            inside.Send([1], (System.Net.IPEndPoint)inside.Client.LocalEndPoint!);
            Assert.That(inside.Client.Poll(10_000_000, SelectMode.SelectRead));
        });
        Assert.That(outside.Available, Is.Zero);
    }

    [Test]
    public void A_setting_applies_to_the_namespace_only()
    {
        const string setting = "/proc/sys/net/ipv4/tcp_ecn";
        string outside = File.ReadAllText(setting);
        using NetworkNamespace made = NetworkNamespace.Create("test");
        made.Set("net/ipv4/tcp_ecn", outside.Trim() == "0" ? "1" : "0");
        Assert.That(made.Run(() => File.ReadAllText(setting)), Is.Not.EqualTo(outside));
        Assert.That(File.ReadAllText(setting), Is.EqualTo(outside));
    }

    [Test]
    public void An_exception_inside_is_rethrown_unchanged()
    {
        using NetworkNamespace made = NetworkNamespace.Create("test");
        InvalidDataException thrown = new("mine");
        Assert.That(Assert.Throws<InvalidDataException>(() => made.Run(() => throw thrown)), Is.SameAs(thrown));
    }

    [Test]
    [NonParallelizable] // Any process that makes namespaces removes those of processes that have ended.
    public void Only_namespaces_whose_owner_has_ended_are_leftovers()
    {
        using NetworkNamespace mine = NetworkNamespace.Create("test");
        Assert.That(NetworkNamespace.RemoveLeftovers(), Has.None.EqualTo(mine.Name));
        Assert.That(NamespaceFiles.All, Has.Some.EqualTo(mine.Name));
        mine.Dispose();
        Assert.That(NamespaceFiles.All, Has.None.EqualTo(mine.Name));
        Assert.DoesNotThrow(mine.Dispose, "twice");
    }
}
