using System.Net;
using System.Net.Sockets;
using System.Text;
using Mongoose.Testbed;
using Mongoose.Tests.Status;

namespace Mongoose.Tests.OpenSim;

/// <summary>What a real region's status port answers to readers with and without the password, to odd ones and to many.</summary>
public sealed class StatusReaderTests : ModuleFixture
{
    private const string Password = "open-sesame";
    private const int Scrapers = 100, SilentReaders = 10, Pipelined = 20;

    /// <summary>Far more than an answer takes: a reader that is held up waits for ever.</summary>
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(60);

    private static readonly string[] Paths = ["", "data.json", "metrics", "other"];

    private readonly int _port = FreePort.OfTcp();
    private StatusHttp _status = null!, _stranger = null!;

    protected override string Settings => $"StatusPort = {_port}\nStatusPassword = {Password}";

    [OneTimeSetUp]
    public void Connect() => (_status, _stranger) = (new StatusHttp(_port, Password), new StatusHttp(_port));

    [OneTimeTearDown]
    public void Disconnect()
    {
        _status.Dispose();
        _stranger.Dispose();
    }

    [Test]
    public void Without_the_password_nothing_is_answered_but_the_demand_for_it([ValueSource(nameof(Paths))] string path)
    {
        foreach (string? password in (string?[])[null, Password + "x"])
        {
            using StatusHttp reader = new(_port, password);
            using HttpResponseMessage answer = reader.Get(path);
            Assert.That(answer.StatusCode, Is.EqualTo(HttpStatusCode.Unauthorized), $"with {password ?? "none"}");
            Assert.That(answer.Headers.WwwAuthenticate.Single().ToString(), Is.EqualTo("Basic realm=\"Mongoose\""));
        }
    }

    /// <summary>Few: after ten wrong passwords within a minute the tests beside this one would get another answer.</summary>
    [TestCase("wrong"), TestCase(2000)]
    public void Another_password_is_refused_whatever_its_length(object password)
    {
        using StatusHttp reader = new(_port, password as string ?? new string('x', (int)password));
        Assert.That(reader.Status("metrics"), Is.EqualTo(HttpStatusCode.Unauthorized));
    }

    [Test]
    public void The_password_is_accepted_as_Basic_and_as_Bearer([Values("", "data.json", "metrics")] string path)
    {
        string basic = Convert.ToBase64String(Encoding.UTF8.GetBytes($"prometheus:{Password}"));
        Assert.That(_stranger.Status(path, ("Authorization", $"Basic {basic}")), Is.EqualTo(HttpStatusCode.OK));
        Assert.That(_stranger.Status(path, ("Authorization", $"Bearer {Password}")), Is.EqualTo(HttpStatusCode.OK));
    }

    [Test]
    public void POST_is_refused_with_the_methods_that_are_not([Values("", "data.json", "metrics")] string path)
    {
        using HttpResponseMessage answer = _status.Ask(HttpMethod.Post, path);
        Assert.That(answer.StatusCode, Is.EqualTo(HttpStatusCode.MethodNotAllowed));
        Assert.That(answer.Content.Headers.Allow, Is.EqualTo(new[] { "GET", "HEAD" }));
    }

    [Test]
    public void HEAD_is_answered_without_a_body([Values("/mongoose/", "/mongoose/data.json", "/mongoose/metrics")] string path)
    {
        string[] answer = Lines(path, "HEAD").ToArray();
        Assert.That(answer[0], Does.StartWith("HTTP/1.1 200 "));
        Assert.That(Array.IndexOf(answer, ""), Is.EqualTo(answer.Length - 1), "nothing follows the head");
    }

    [Test]
    public void The_path_without_a_slash_leads_to_the_page()
    {
        using HttpResponseMessage answer = _status.Get("/mongoose");
        Assert.That((answer.StatusCode, answer.Headers.Location?.OriginalString), Is.EqualTo((HttpStatusCode.MovedPermanently, "/mongoose/")));
    }

    [TestCase("/mongoose/other")]
    [TestCase("/mongoose//")]
    [TestCase("/mongoose/Metrics")]
    [TestCase("/mongoose/data.json/x")]
    [TestCase("/mongoose/../metrics")]
    [TestCase("/mongoose/../../etc/passwd")]
    [TestCase("/mongoose/%2e%2e/metrics")]
    [TestCase("/mongoose/..%2fmetrics")]
    [TestCase("/mongoose%2fmetrics")]
    [TestCase("/mongoosemetrics")]
    [TestCase("/simstatus")]
    [TestCase("/")]
    public void Nothing_else_is_there(string target) => Assert.That(Lines(target).First(), Does.StartWith("HTTP/1.1 404 "));

    [TestCase("/mongoose/%6detrics")]
    [TestCase("/mongoose/x/../metrics")]
    public void Another_spelling_of_a_path_is_that_path(string target) =>
        Assert.That(Lines(target).Any(line => line.StartsWith("# TYPE mongoose_", StringComparison.Ordinal)));

    [Test]
    public async Task A_hundred_scrapers_at_once_all_get_a_valid_text()
    {
        string[] texts = await _status.Texts("metrics", Scrapers);
        Assert.That(texts.Select(text => MetricsText.Parse(text).Families.Count), Has.Exactly(Scrapers).Items.And.All.Positive);
    }

    [TestCase("/mongoose/"), TestCase("/mongoose/metrics")]
    public async Task Readers_that_never_read_hold_up_nobody(string target)
    {
        using HttpClient main = new(new SocketsHttpHandler { UseProxy = false }) { Timeout = Patience };
        TcpClient[] silent = Enumerable.Range(0, SilentReaders).Select(_ => Ask(target, times: Pipelined, receiveBuffer: 1024)).ToArray();
        try
        {
            for (int i = 0; i < 3; i++)
            {
                Assert.That(_status.Metrics().Families, Is.Not.Empty);
                Assert.That(await main.GetStringAsync(new Uri(Grid.LoginUri, "simstatus")), Is.EqualTo("OK"));
                await Task.Delay(TimeSpan.FromSeconds(1));
            }
        }
        finally
        {
            Array.ForEach(silent, reader => reader.Dispose());
        }
    }

    /// <summary>
    /// Sends a target exactly as it is given, with the password. Returns the answer with its head, line by line; OpenSim ends the connection two
    /// seconds after it.
    /// </summary>
    private IEnumerable<string> Lines(string target, string method = "GET")
    {
        using TcpClient connection = Ask(target, method);
        using StreamReader reader = new(connection.GetStream());
        while (reader.ReadLine() is { } line)
            yield return line;
    }

    /// <summary>Sends requests, and does not read the answers. The connection ends after the last.</summary>
    private TcpClient Ask(string target, string method = "GET", int times = 1, int? receiveBuffer = null)
    {
        TcpClient connection = new() { ReceiveTimeout = (int)Patience.TotalMilliseconds };
        if (receiveBuffer is { } bytes)
            connection.ReceiveBufferSize = bytes;
        connection.Connect(IPAddress.Loopback, _port);
        string head = $"{method} {target} HTTP/1.1\r\nHost: 127.0.0.1:{_port}\r\nAuthorization: Bearer {Password}\r\n";
        string requests = string.Concat(Enumerable.Repeat($"{head}\r\n", times - 1)) + $"{head}Connection: close\r\n\r\n";
        connection.GetStream().Write(Encoding.ASCII.GetBytes(requests));
        return connection;
    }
}
