using System.Net;
using System.Text;
using Mongoose.Server.Configuration;

namespace Mongoose.Server.Tests.Status.Http;

/// <summary>Who may read the page and the metrics.</summary>
public sealed class StatusAccessTests
{
    private const string Secret = "s:cr t ü\"\\;";

    private static readonly TestCaseData[] WrongHeaders =
    [
        Wrong("no header", null),
        Wrong("wrong", StatusRig.Basic("prometheus", "wrong")),
        Wrong("beginning", StatusRig.Basic("", "s:cr t ")),
        Wrong("longer", StatusRig.Basic("", Secret + "x")),
        Wrong("only a user name", "Basic " + Convert.ToBase64String(Encoding.UTF8.GetBytes("plain"))),
        Wrong("no base64", "Basic s:cr"),
        Wrong("nothing encoded", "Basic "),
        Wrong("a wrong token", "Bearer wrong"),
        Wrong("another scheme", "Digest plain"),
        Wrong("a scheme alone", "Bearer"),
        Wrong("overlong, although it ends in the password", StatusRig.Basic(new string('x', 900), "plain")),
        Wrong("an overlong token", "Bearer " + new string('x', 1024)),
    ];

    [TestCaseSource(nameof(WrongHeaders))]
    public async Task Without_the_password_nothing_is_answered_but_the_demand_for_it(string? header)
    {
        using StatusRig rig = new(new StatusOptions { Password = "plain" });
        foreach (string path in new[] { "/mongoose", "/mongoose/", "/mongoose/data.json", "/mongoose/metrics", "/mongoose/other" })
        {
            using HttpResponseMessage answer = await rig.Ask(path, "GET", header is null ? [] : [("Authorization", header)]);
            Assert.That((int)answer.StatusCode, Is.EqualTo(401), path);
            Assert.That(answer.Headers.WwwAuthenticate.Single().ToString(), Is.EqualTo("Basic realm=\"Mongoose\""));
            Assert.That(await answer.Content.ReadAsStringAsync(), Is.EqualTo("The password is missing or wrong.\n"));
        }
        Assert.That(rig.Source.Calls, Is.Zero);
    }

    [TestCase("")]
    [TestCase("prometheus")]
    [TestCase("Ruth Avatar")]
    public async Task The_password_is_accepted_with_any_user_name(string user)
    {
        using StatusRig rig = new(new StatusOptions { Password = Secret });
        Assert.That(await rig.Status("/mongoose/metrics", ("Authorization", StatusRig.Basic(user, Secret))), Is.EqualTo(200));
    }

    [TestCase("Bearer"), TestCase("bearer")]
    public async Task It_is_accepted_as_a_token(string scheme)
    {
        using StatusRig rig = new(new StatusOptions { Password = "to;k en\"" });
        Assert.That(await rig.Status("/mongoose/metrics", ("Authorization", $"{scheme} to;k en\"")), Is.EqualTo(200));
    }

    [Test]
    public async Task The_longest_password_can_be_sent_in_both_ways()
    {
        string longest = new('p', StatusOptions.MaxPasswordBytes);
        using StatusRig rig = new(new StatusOptions { Password = longest });
        Assert.That(await rig.Status("/mongoose/", ("Authorization", StatusRig.Basic("prometheus", longest))), Is.EqualTo(200));
        Assert.That(await rig.Status("/mongoose/", ("Authorization", "Bearer " + longest)), Is.EqualTo(200));
    }

    [Test]
    public async Task Names_are_only_given_to_readers_with_the_password([Values] bool hasPassword)
    {
        using StatusRig rig = new(new StatusOptions { Password = hasPassword ? "p" : "" });
        Assert.That(await rig.Text("/mongoose/metrics", ("Authorization", "Bearer p")), Is.EqualTo($"names {hasPassword}\n"));
        Assert.That(await rig.Text("/mongoose/data.json", ("Authorization", "Bearer p")),
            Does.Contain($"\"names\":{(hasPassword ? "true" : "false")}"));
    }

    [TestCase("127.0.0.0/8", 200)]
    [TestCase("127.0.0.1", 200)]
    [TestCase("10.0.0.0/8,127.0.0.1", 200)]
    [TestCase("::ffff:127.0.0.1", 200)]
    [TestCase("10.0.0.0/8", 403)]
    [TestCase("127.0.0.2,::1", 403)]
    public async Task Only_listed_addresses_may_read(string allowed, int status)
    {
        using StatusRig rig = new(new StatusOptions { Allow = Networks(allowed) });
        Assert.That(await rig.Status("/mongoose/"), Is.EqualTo(status));
    }

    [TestCase("X-Forwarded-For"), TestCase("x-forwarded-for")]
    [TestCase("remote_addr")]
    public async Task A_header_cannot_make_an_address_a_listed_one(string header)
    {
        using StatusRig rig = new(new StatusOptions { Allow = Networks("192.0.2.7") });
        Assert.That(await rig.Status("/mongoose/", (header, "192.0.2.7")), Is.EqualTo(403));
        Assert.That(await rig.Status("/mongoose/", ("X-Forwarded-For", "192.0.2.7"), ("remote_addr", "192.0.2.7")), Is.EqualTo(403));
    }

    [Test]
    public async Task A_listed_proxy_may_forward()
    {
        using StatusRig rig = new(new StatusOptions { Allow = Networks("127.0.0.1") });
        Assert.That(await rig.Status("/mongoose/", ("X-Forwarded-For", "192.0.2.7")), Is.EqualTo(200));
    }

    [Test]
    public async Task A_listed_address_still_needs_the_password_and_the_password_a_listed_address()
    {
        using StatusRig listed = new(new StatusOptions { Allow = Networks("127.0.0.1"), Password = "p" });
        Assert.That(await listed.Status("/mongoose/"), Is.EqualTo(401));
        using StatusRig other = new(new StatusOptions { Allow = Networks("192.0.2.7"), Password = "p" });
        Assert.That(await other.Status("/mongoose/", ("Authorization", "Bearer p")), Is.EqualTo(403));
    }

    [TestCase("localhost", 200)]
    [TestCase("LOCALHOST:9010", 200)]
    [TestCase("region.localhost", 200)]
    [TestCase("127.0.0.1:9010", 200)]
    [TestCase("192.0.2.7", 200)]
    [TestCase("[::1]:9010", 200)]
    [TestCase("evil.example", 403)]
    [TestCase("evil.example:9010", 403)]
    [TestCase("localhost.evil.example", 403)]
    [TestCase("notlocalhost", 403)]
    [TestCase("localhost@evil.example", 403)]
    public async Task Without_a_password_a_foreign_name_of_the_host_is_refused(string host, int status)
    {
        using StatusRig rig = new();
        Assert.That(await rig.Status("/mongoose/data.json", ("Host", host)), Is.EqualTo(status));
    }

    [Test]
    public async Task With_a_password_the_host_may_have_any_name()
    {
        using StatusRig rig = new(new StatusOptions { Password = "p" });
        Assert.That(await rig.Status("/mongoose/", ("Host", "grid.example"), ("Authorization", "Bearer p")), Is.EqualTo(200));
    }

    private static TestCaseData Wrong(string name, string? header) => new TestCaseData(header).SetArgDisplayNames(name);

    private static IPNetwork[] Networks(string list) =>
        list.Split(',')
            .Select(item => Addresses.TryParseNetwork(item, out IPNetwork network) ? network : throw new FormatException(item)).ToArray();
}
