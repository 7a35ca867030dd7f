using System.Security.Cryptography;
using System.Text;
using System.Text.RegularExpressions;
using log4net;

namespace Mongoose.Server.Tests.Status.Http;

/// <summary>The answer for each path.</summary>
public sealed class StatusPagesTests
{
    private static readonly string[] Paths =
        ["/mongoose", "/mongoose/", "/mongoose/data.json", "/mongoose/data.json?after=x", "/mongoose/metrics", "/mongoose/other"];

    [TestCase("/mongoose/", "text/html; charset=utf-8")]
    [TestCase("/mongoose/data.json", "application/json")]
    [TestCase("/mongoose/data.json?after=17", "application/json")]
    [TestCase("/mongoose/metrics", "text/plain; version=0.0.4; charset=utf-8")]
    public async Task A_page_has_its_type(string path, string type)
    {
        using StatusRig rig = new();
        using HttpResponseMessage answer = await rig.Ask(path);
        Assert.That((int)answer.StatusCode, Is.EqualTo(200));
        Assert.That(answer.Content.Headers.ContentType!.ToString(), Is.EqualTo(type));
        Assert.That(answer.Content.Headers.ContentLength, Is.EqualTo((await answer.Content.ReadAsByteArrayAsync()).Length));
    }

    [Test]
    public async Task The_path_without_a_slash_leads_to_the_page()
    {
        using StatusRig rig = new();
        using HttpResponseMessage answer = await rig.Ask("/mongoose");
        Assert.That(((int)answer.StatusCode, answer.Headers.Location!.OriginalString), Is.EqualTo((301, "/mongoose/")));
    }

    [Test]
    public async Task The_page_is_the_embedded_file()
    {
        using StatusRig rig = new();
        string file = Path.Combine(Repository.Root(), "Mongoose.Core", "Status", "Page", "page.html");
        Assert.That(await rig.Text("/mongoose/"), Is.EqualTo(await File.ReadAllTextAsync(file)));
    }

    [TestCase("", 0)]
    [TestCase("?after=0", 0)]
    [TestCase("?after=9223372036854775807", long.MaxValue)]
    [TestCase("?other=3", 0)]
    [TestCase("?after=%31%37&other", 17)]
    public async Task Data_begins_after_a_point(string query, long after)
    {
        using StatusRig rig = new();
        Assert.That(await rig.Text("/mongoose/data.json" + query), Does.Contain($"\"after\":{after},"));
    }

    [TestCase("data.json?visitor=x", 400), TestCase("data.json?visitor=7", 200), TestCase("incident.json?id=1", 200)]
    [TestCase("incident.json?id=2", 404), TestCase("incident.json?id=x", 400), TestCase("incident.json", 400)]
    public async Task A_visitor_and_an_incident_are_asked_for_by_number(string address, int status)
    {
        using StatusRig rig = new();
        using HttpResponseMessage answer = await rig.Ask($"/mongoose/{address}");
        Assert.That((int)answer.StatusCode, Is.EqualTo(status));
    }

    [TestCase("x"), TestCase(""), TestCase("-1"), TestCase("1.5"), TestCase("+1"), TestCase("%201"), TestCase("9223372036854775808"),
        TestCase("1&after=2")]
    public async Task Anything_else_than_a_point_is_refused(string after)
    {
        using StatusRig rig = new();
        using HttpResponseMessage answer = await rig.Ask("/mongoose/data.json?after=" + after);
        Assert.That((int)answer.StatusCode, Is.EqualTo(400));
        Assert.That(await answer.Content.ReadAsStringAsync(), Is.EqualTo("after and visitor must be whole numbers, 0 or more.\n"));
        Assert.That(rig.Source.Calls, Is.Zero);
    }

    [TestCase("/mongoose/other")]
    [TestCase("/mongoose//")]
    [TestCase("/mongoose/data.json/")]
    [TestCase("/mongoose/data.json/x")]
    [TestCase("/mongoose/Metrics")]
    [TestCase("/mongoose/metrics%00")]
    [TestCase("/mongoose/%2e%2e/metrics")]
    [TestCase("/mongoose/../metrics")]
    [TestCase("/mongoose/../../etc/passwd")]
    [TestCase("/mongoose/..%2fmetrics")]
    [TestCase("/mongoose%2fmetrics")]
    [TestCase("/mongoose/metrics;x")]
    [TestCase("/mongoose/page.html")]
    [TestCase("/mongoosemetrics")]
    [TestCase("/")]
    public async Task Nothing_else_is_there(string target)
    {
        using StatusRig rig = new();
        Assert.That(await rig.Raw(target), Does.StartWith("HTTP/1.1 404 "));
        Assert.That(rig.Source.Calls, Is.Zero);
    }

    [TestCase("/mongoose/x/../metrics")]
    [TestCase("/mongoose/m%65trics")]
    [TestCase("/mongoose/./metrics?x=/../y")]
    public async Task Another_spelling_of_a_path_is_that_path(string target)
    {
        using StatusRig rig = new();
        Assert.That(await rig.Raw(target), Does.StartWith("HTTP/1.1 200 ").And.EndWith("names False\n"));
    }

    [Test]
    public async Task HEAD_has_the_same_head_and_no_body([ValueSource(nameof(Paths))] string path)
    {
        using StatusRig rig = new();
        using HttpResponseMessage get = await rig.Ask(path), head = await rig.Ask(path, "HEAD");
        Assert.That(head.StatusCode, Is.EqualTo(get.StatusCode));
        Assert.That(head.Headers.ToString(), Is.EqualTo(get.Headers.ToString()));
        Assert.That(head.Content.Headers.ContentType, Is.EqualTo(get.Content.Headers.ContentType));
        Assert.That(await head.Content.ReadAsByteArrayAsync(), Is.Empty);
    }

    /// <summary>A client of HTTP ignores a body after HEAD, and would take it for the next answer.</summary>
    [Test]
    public async Task An_answer_to_HEAD_ends_with_its_head()
    {
        using StatusRig rig = new();
        Assert.That(await rig.Raw("/mongoose/metrics", "HEAD"), Does.StartWith("HTTP/1.1 200 ").And.EndWith("\r\n\r\n"));
    }

    [Test]
    public async Task A_method_that_could_change_something_is_refused(
        [Values("POST", "PUT", "DELETE", "PATCH", "TRACE", "FOO")] string method)
    {
        using StatusRig rig = new();
        foreach (string path in Paths[..^1])
        {
            using HttpResponseMessage answer = await rig.Ask(path, method);
            Assert.That((int)answer.StatusCode, Is.EqualTo(405), path);
            Assert.That(answer.Content.Headers.Allow, Is.EqualTo(new[] { "GET", "HEAD" }));
        }
        Assert.That(rig.Source.Calls, Is.Zero);
    }

    [Test]
    public async Task Every_answer_has_the_headers_that_protect_it([ValueSource(nameof(Paths))] string path,
        [Values("GET", "HEAD", "POST")] string method,
        [Values] bool hasPassword)
    {
        using StatusRig rig = new(new() { Password = hasPassword ? "p" : "" });
        using HttpResponseMessage answer = await rig.Ask(path, method);
        Dictionary<string, string> headers = answer.Headers.ToDictionary(pair => pair.Key, pair => string.Join(", ", pair.Value));
        Assert.That(headers, Does.ContainKey("X-Content-Type-Options").WithValue("nosniff")
            .And.ContainKey("X-Frame-Options").WithValue("DENY")
            .And.ContainKey("Referrer-Policy").WithValue("no-referrer")
            .And.ContainKey("Cache-Control").WithValue("no-store"));
        Assert.That(headers["Content-Security-Policy"], Does.StartWith("default-src 'none'; script-src 'sha256-").And.EndsWith(
            "connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"));
        Assert.That(headers, Does.Not.ContainKey("Access-Control-Allow-Origin"));
    }

    [TestCase("script"), TestCase("style")]
    public async Task The_policy_permits_the_page_s_own_script_and_style(string element)
    {
        using StatusRig rig = new();
        using HttpResponseMessage answer = await rig.Ask("/mongoose/");
        string html = await answer.Content.ReadAsStringAsync(), policy = answer.Headers.GetValues("Content-Security-Policy").Single();
        MatchCollection inline = Regex.Matches(html, $"<{element}[^>]*>(.*?)</{element}>", RegexOptions.Singleline);
        string[] hashes = inline.Select(match =>
            $"'sha256-{Convert.ToBase64String(SHA256.HashData(Encoding.UTF8.GetBytes(match.Groups[1].Value)))}'").ToArray();
        Assert.That(hashes, Is.Not.Empty);
        Assert.That(policy, Does.Contain($"{element}-src {string.Join(" ", hashes)};"));
    }

    [Test]
    public async Task Only_metrics_close_the_connection()
    {
        using StatusRig rig = new();
        using HttpResponseMessage metrics = await rig.Ask("/mongoose/metrics"), data = await rig.Ask("/mongoose/data.json");
        Assert.That((metrics.Headers.ConnectionClose, data.Headers.ConnectionClose), Is.EqualTo(((bool?)true, (bool?)null)));
    }

    [Test]
    public async Task A_failure_is_answered_logged_once_and_forgotten()
    {
        using StatusRig rig = new(source: new FakeSource { IsBroken = true });
        foreach (string path in new[] { "/mongoose/metrics", "/mongoose/data.json", "/mongoose/data.json?after=3" })
            Assert.That(await rig.Status(path), Is.EqualTo(500), path);
        Assert.That(LogBook.Lines.Where(line => line.StartsWith("ERROR", StringComparison.Ordinal)), Is.EqualTo(new[]
            { "ERROR [MONGOOSE]: the status page failed; further failures are not logged. broken for a test" }));
        rig.Source.IsBroken = false;
        rig.Clock.Advance(1000);
        Assert.That(await rig.Status("/mongoose/metrics"), Is.EqualTo(200));
    }
}
