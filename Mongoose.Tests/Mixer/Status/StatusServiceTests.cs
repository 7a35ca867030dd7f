using System.Net;
using Mongoose.Core.Status.Http;
using Mongoose.Voice.Conferences;

namespace Mongoose.Tests.Mixer.Status;

/// <summary>Who may read a mixer's page, and what there is to read.</summary>
public sealed class StatusServiceTests
{
    [TestCase("", "text/html; charset=utf-8")]
    [TestCase("data.json", "application/json")]
    [TestCase("metrics", "text/plain; version=0.0.4; charset=utf-8")]
    public async Task The_page_its_data_and_the_metrics_have_the_headers_of_the_house(string path, string type)
    {
        using StatusRig rig = new("", StatusRig.Open("south"));
        await rig.Pass();
        using HttpResponseMessage answer = await rig.Ask(path);
        Assert.That((answer.StatusCode, answer.Content.Headers.ContentType!.ToString()), Is.EqualTo((HttpStatusCode.OK, type)));
        Assert.That(answer.Headers.GetValues("Content-Security-Policy").Single(),
            Does.StartWith("default-src 'none'; script-src 'sha256-"));
        Assert.That(await answer.Content.ReadAsStringAsync(), Does.Contain(path.Length == 0 ? "<title>Mongoose" : "south"));
    }

    [TestCase("", "POST", HttpStatusCode.MethodNotAllowed), TestCase("data.json", "DELETE", HttpStatusCode.MethodNotAllowed)]
    [TestCase("metrics", "HEAD", HttpStatusCode.OK), TestCase("/mongoose", "GET", HttpStatusCode.MovedPermanently)]
    [TestCase("/", "GET", HttpStatusCode.NotFound), TestCase("other", "GET", HttpStatusCode.NotFound)]
    [TestCase("%2e%2e/%2e%2e/etc/passwd", "GET", HttpStatusCode.NotFound), TestCase("data.json?after=x", "GET", HttpStatusCode.BadRequest)]
    [TestCase("data.json?after=1&after=2", "GET", HttpStatusCode.BadRequest)]
    [TestCase("incident.json?id=1", "GET", HttpStatusCode.NotFound)]
    public async Task Anything_else_is_refused(string path, string method, HttpStatusCode status)
    {
        using StatusRig rig = new("", StatusRig.Open("south"));
        Assert.That(await rig.Status(path, method: method), Is.EqualTo(status));
        Assert.That(rig.Lines, Is.Empty);
    }

    [Test]
    public async Task With_a_password_nothing_is_read_without_it()
    {
        using StatusRig rig = new("tiger", StatusRig.Open("south"));
        foreach (string path in new[] { "", "data.json", "metrics", "other" })
        {
            Assert.That(await rig.Status(path), Is.EqualTo(HttpStatusCode.Unauthorized), path);
            Assert.That(await rig.Status(path, "lion"), Is.EqualTo(HttpStatusCode.Unauthorized), path);
        }
        Assert.That(await rig.Status("", "tiger", host: "mixer.example"), Is.EqualTo(HttpStatusCode.OK));
        Assert.That(await rig.Text("metrics", "tiger"), Does.Contain("mongoose_status_refused_total{reason=\"wrong_password\"} 4")
            .And.Contain("mongoose_status_refused_total{reason=\"no_password\"} 4"));
    }

    [Test]
    public async Task Guesses_end_after_ten_and_are_one_line()
    {
        using StatusRig rig = new("tiger", StatusRig.Open("south"));
        for (int i = 0; i < WrongPasswords.Allowed; i++)
            await rig.Status("", "lion");
        Assert.That(await rig.Status("", "tiger"), Is.EqualTo(HttpStatusCode.TooManyRequests));
        Assert.That(rig.Lines, Is.EqualTo(new[]
        {
            "status page: 10 wrong passwords within a minute from 127.0.0.1; refuses its further passwords until the minute is over",
        }));
    }

    [Test]
    public async Task A_fault_of_the_page_is_one_line_and_the_next_second_is_shown()
    {
        using StatusRig rig = new("", StatusRig.Open("south"));
        PeerState[] peers = rig.Peers;
        rig.Peers = [];
        rig.Post();
        rig.Post();
        rig.Peers = peers;
        await rig.Pass();
        Assert.That(rig.Lines, Has.Length.EqualTo(1).And.All.StartsWith("the status page has a gap"));
    }

    [TestCase("localhost", HttpStatusCode.OK), TestCase("127.0.0.1:9191", HttpStatusCode.OK)]
    [TestCase("evil.example", HttpStatusCode.Forbidden), TestCase("localhost.evil.example", HttpStatusCode.Forbidden)]
    public async Task Without_a_password_a_foreign_name_of_the_host_is_refused(string host, HttpStatusCode status)
    {
        using StatusRig rig = new("", StatusRig.Open("south"));
        Assert.That(await rig.Status("data.json", host: host), Is.EqualTo(status));
    }
}
