using System.Net;
using Mongoose.Server.Configuration;

namespace Mongoose.Server.Tests.Configuration;

/// <summary>The keys of the status page in [Mongoose].</summary>
public sealed class StatusOptionsTests
{
    [Test]
    public void Nothing_is_served_by_default()
    {
        StatusOptions status = Read([], out List<string> warnings);
        Assert.That((status.Port, status.Address, status.Password, status.Allow.Count, status.PerVisitor),
            Is.EqualTo((0, IPAddress.Loopback, "", 0, false)));
        Assert.That(warnings, Is.Empty);
    }

    [Test]
    public void Every_key_is_read()
    {
        StatusOptions status = Read([("StatusPort", "9010"), ("StatusAddress", "::1"), ("StatusPassword", "a b"),
            ("StatusAllow", "192.0.2.7, 10.0.0.0/8,fd00::/8"), ("MetricsPerVisitor", "yes")], out List<string> warnings);
        Assert.That((status.Port, status.Address, status.Password, status.PerVisitor),
            Is.EqualTo((9010, IPAddress.IPv6Loopback, "a b", true)));
        Assert.That(status.Allow.Select(network => network.ToString()), Is.EqualTo(new[] { "192.0.2.7/32", "10.0.0.0/8", "fd00::/8" }));
        Assert.That(warnings, Is.Empty);
    }

    [TestCase("StatusPort", "-1", "allowed are 0 to 65535, whole numbers; using 0")]
    [TestCase("StatusPort", "65536", "allowed are 0 to 65535, whole numbers; using 0")]
    [TestCase("StatusPort", "9010.5", "allowed are 0 to 65535, whole numbers; write 9010 or 9011; using 0")]
    [TestCase("StatusPort", "http", "allowed are 0 to 65535, whole numbers; using 0")]
    [TestCase("StatusAddress", "localhost", "allowed are IPv4 and IPv6 addresses; using 127.0.0.1")]
    [TestCase("StatusAddress", "1", "allowed are IPv4 and IPv6 addresses; using 127.0.0.1")]
    [TestCase("StatusAddress", "010.0.0.1", "allowed are IPv4 and IPv6 addresses; using 127.0.0.1")]
    [TestCase("StatusAddress", "256.0.0.1", "allowed are IPv4 and IPv6 addresses; using 127.0.0.1")]
    [TestCase("StatusAddress", "10.0.0.1:80", "allowed are IPv4 and IPv6 addresses; using 127.0.0.1")]
    [TestCase("MetricsPerVisitor", "all", "allowed are true, false, yes, no, on, off, 1, 0; using false")]
    public void An_invalid_value_is_reported_in_one_line_and_its_default_used(string key, string value, string said)
    {
        StatusOptions status = Read([(key, value)], out List<string> warnings);
        Assert.That(warnings, Is.EqualTo(new[] { $"[Mongoose] {key} = {value}: {said}" }));
        Assert.That((status.Port, status.Address, status.PerVisitor), Is.EqualTo((0, IPAddress.Loopback, false)));
    }

    [TestCase("10.0.0.0/8,home", "10.0.0.0/8")]
    [TestCase("10.0.0.1/8,192.0.2.7", "192.0.2.7")]
    [TestCase("10.0.0.0/33", "127.0.0.1,::1")]
    [TestCase("10/8", "127.0.0.1,::1")]
    [TestCase("192.168.001.010", "127.0.0.1,::1")]
    [TestCase("010.0.0.0/8", "127.0.0.1,::1")]
    [TestCase(",", "127.0.0.1,::1")]
    [TestCase("*", "127.0.0.1,::1")]
    [TestCase("::ffff:10.0.0.0/104", "127.0.0.1,::1")]
    public void An_invalid_network_admits_no_reader(string allow, string used)
    {
        StatusOptions status = Read([("StatusAllow", allow)], out List<string> warnings);
        Assert.That(warnings, Is.EqualTo(new[]
            { $"[Mongoose] StatusAllow = {allow}: allowed are addresses, and networks such as 10.0.0.0/8 and fd00::/8; using {used}" }));
        Assert.That(status.Allow, Has.Count.EqualTo(used.Split(',').Length));
    }

    [TestCase("true"), TestCase("007"), TestCase("a,b"), TestCase("""%"\' =<>&:/ü漢🦦""")]
    public void A_password_may_contain_any_character_and_is_never_shown(string password)
    {
        MongooseSettings settings = ReadAll([("StatusPassword", password)], out List<string> warnings);
        Assert.That(settings.Status.Password, Is.EqualTo(password));
        Assert.That(settings.Describe(), Does.Contain(("StatusPassword", "(set)")));
        Assert.That(settings.Status.ToString(), Does.Not.Contain("Password"));
        Assert.That(warnings, Is.Empty);
    }

    [Test]
    public void A_password_that_no_reader_can_send_is_reported_without_showing_it()
    {
        Read([("StatusPassword", new string('ü', 351))], out List<string> warnings);
        Assert.That(warnings, Is.EqualTo(new[] { "[Mongoose] StatusPassword is longer than 700 bytes: no reader can send it" }));
    }

    private static StatusOptions Read((string Key, string Value)[] keys, out List<string> warnings) => ReadAll(keys, out warnings).Status;

    private static MongooseSettings ReadAll((string Key, string Value)[] keys, out List<string> warnings)
    {
        warnings = [];
        return MongooseSettings.Read(keys.Select(pair => pair.Key), key => keys.FirstOrDefault(pair => pair.Key == key).Value,
            warnings.Add);
    }
}
