using System.Net;
using Mongoose.Mixer.Settings;
using Mongoose.Runtime.Settings;

namespace Mongoose.Tests.Mixer.Settings;

/// <summary>Where a mixer's page may be served.</summary>
public sealed class StatusSettingsTests
{
    [Test]
    public void By_default_there_is_no_page()
    {
        Assert.That(Read("").Place, Is.Null);
        Assert.That(StatusRules.PageOf(Read("")), Is.Null);
    }

    [Test]
    public void Loopback_needs_no_password()
    {
        StatusSettings settings = Read("\"status\": \"127.0.0.1:9191\",");
        Assert.That(settings.Place, Is.EqualTo(new IPEndPoint(IPAddress.Loopback, 9191)));
        Assert.That(StatusRules.PageOf(settings), Is.EqualTo("status page at http://127.0.0.1:9191/mongoose/, without password"));
    }

    [TestCase("0.0.0.0"), TestCase("192.0.2.7")]
    public void Another_address_needs_one(string address)
    {
        Assert.That(ProblemsOf($"\"status\": \"{address}:9191\","),
            Is.EqualTo(new[] { $"$.status: \"{address}:9191\": {address} needs a password (statusPassword): others can reach it" }));
        StatusSettings settings = Read($"\"status\": \"{address}:9191\", \"statusPassword\": \"tiger\",");
        Assert.That(settings.Place!.Address, Is.EqualTo(IPAddress.Parse(address)));
        Assert.That(StatusRules.PageOf(settings), Does.EndWith("with a password of 5 characters"));
        Assert.That(settings.ToString(), Does.Not.Contain("tiger"));
    }

    [TestCase("127.0.0.1"), TestCase("localhost:9191"), TestCase("[::1]:9191"), TestCase("127.0.0.1:"), TestCase(""), TestCase("10.1:9191")]
    [TestCase("127.0.0.1:0"), TestCase("127.0.0.1:65536"), TestCase("256.0.0.1:9191")]
    public void Anything_else_is_refused_in_one_line(string address) =>
        Assert.That(ProblemsOf($"\"status\": \"{address}\", \"statusPassword\": \"tiger\",").Single(),
            Does.StartWith("$.status").And.Contain("allowed are"));

    [Test]
    public void A_password_that_no_reader_can_send_is_refused_and_not_shown()
    {
        Assert.That(ProblemsOf($"\"statusPassword\": \"{new string('x', 701)}\",").Single(),
            Is.EqualTo("$: statusPassword is longer than 700 bytes: no reader can send it"));
        Assert.That(ProblemsOf("\"statusPassword\": 12345,").Single(), Does.StartWith("$: statusPassword: ").And.Not.Contain("12345"));
    }

    private static StatusSettings Read(string keys) =>
        MixerFile.Parse($$"""{ {{keys}} "peers": [ { "name": "alice", "port": 5002 } ] }""").Status;

    private static string[] ProblemsOf(string keys) =>
        Assert.Throws<SettingsException>(() => Read(keys))!.Problems.Select(problem => problem.ToString()).ToArray();
}
