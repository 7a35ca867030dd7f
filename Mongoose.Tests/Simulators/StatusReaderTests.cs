using System.Net;
using System.Net.Sockets;
using System.Text;
using Mongoose.Client.Viewers;
using Mongoose.Runtime.Udp;
using Mongoose.Simulators;
using Mongoose.Testbed.OpenSim;

namespace Mongoose.Tests.Simulators;

/// <summary>
/// What depends on OpenSim's own HTTP server in the answers of a real region's status port. Mongoose.Server.Tests has everything else, over
/// HTTP too.
/// </summary>
[Parallelizable(ParallelScope.Self)]
public sealed class StatusReaderTests : ModuleFixture
{
    private const string Password = "open-sesame", Listed = "127.0.0.1", NotListed = "127.0.0.2";
    private const int SilentReaders = 10, Pipelined = 20;

    private readonly int _port = FreePort.OfTcpAndUdp();
    private StatusHttp _status = null!;

    protected override string Settings => $"StatusPort = {_port}\nStatusPassword = {Password}\nStatusAllow = {Listed}";

    [OneTimeSetUp]
    public void Connect() => _status = new StatusHttp(_port, Password);

    [OneTimeTearDown]
    public void Disconnect() => _status.Dispose();

    [Test, Category("Chromium")]
    public async Task A_reader_with_the_password_sees_each_visitor_by_name()
    {
        using Chromium chromium = await Chromium.Start();
        BrowserPage page = chromium.Page;
        string[] names = [Arrive(), Arrive()];
        Uri address = StatusHttp.AddressOf(_port);
        // As in a bookmark with the password.
        await page.Show(new UriBuilder(address) { UserName = "operator", Password = Password }.Uri);
        foreach (string name in names)
            await page.Until($"document.body.innerText.includes('{name}')");
        await page.Until("document.body.innerText.includes('Testbed')");
        Assert.That(() => page.Requests.Count(request => request.Contains("data.json", StringComparison.Ordinal)),
            Is.GreaterThanOrEqualTo(2).After(PatienceMs, 500), "it is updated");
        Assert.That(page.Complaints, Is.Empty);
        Assert.That(page.Requests.Select(WithoutUser), Is.All.StartsWith(address.AbsoluteUri));
    }

    [Test]
    public void Without_the_password_nothing_is_answered_but_the_demand_for_it()
    {
        foreach (string? password in (string?[])[null, "wrong"])
        {
            using StatusHttp reader = new(_port, password);
            using HttpResponseMessage answer = reader.Get("metrics");
            Assert.That(answer.StatusCode, Is.EqualTo(HttpStatusCode.Unauthorized), $"with {password ?? "none"}");
            Assert.That(answer.Headers.WwwAuthenticate.Single().ToString(), Is.EqualTo("Basic realm=\"Mongoose\""));
        }
    }

    /// <summary>
    /// OpenSim notes the reader's address as the header remote_addr, and accepts no header of a reader with an underscore in its name.
    /// </summary>
    [TestCase("", HttpStatusCode.Forbidden)]
    [TestCase("X-Forwarded-For: " + Listed, HttpStatusCode.Forbidden)]
    [TestCase("remote-addr: " + Listed, HttpStatusCode.Forbidden)]
    [TestCase("remote_addr: " + Listed, HttpStatusCode.BadRequest)]
    public void An_address_that_is_not_listed_is_refused_whatever_its_headers_say(string header, HttpStatusCode refusal) =>
        Assert.That(FirstLine("/mongoose/metrics", header: header, from: NotListed), Does.StartWith($"HTTP/1.1 {(int)refusal} "));

    [Test]
    public void HEAD_is_answered_without_a_body()
    {
        string[] answer = Lines("/mongoose/metrics", "HEAD").ToArray();
        Assert.That(answer[0], Does.StartWith("HTTP/1.1 200 "));
        Assert.That(Array.IndexOf(answer, ""), Is.EqualTo(answer.Length - 1), "nothing follows the head");
    }

    [TestCase("/mongoose/x/../metrics", HttpStatusCode.OK)]
    [TestCase("/mongoose/../../etc/passwd", HttpStatusCode.NotFound)]
    [TestCase("/mongoose/..%2fmetrics", HttpStatusCode.NotFound)]
    [TestCase("/simstatus", HttpStatusCode.NotFound)]
    public void No_spelling_of_a_path_leads_to_anything_but_the_pages(string target, HttpStatusCode status) =>
        Assert.That(FirstLine(target), Does.StartWith($"HTTP/1.1 {(int)status} "));

    [Test]
    public async Task Readers_that_never_read_hold_up_no_other_reader_and_not_the_simulators_own_server()
    {
        using HttpClient main = new(new SocketsHttpHandler { UseProxy = false }) { Timeout = Patience };
        TcpClient[] silent = Enumerable.Range(0, SilentReaders)
            .Select(_ => Ask("/mongoose/metrics", times: Pipelined, receiveBuffer: 1024)).ToArray();
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

    /// <summary>The address without the password that the first one has.</summary>
    private static string WithoutUser(string address) => new Uri(address).GetComponents(UriComponents.HttpRequestUrl, UriFormat.UriEscaped);

    /// <summary>A visitor arrives; returns the name.</summary>
    private string Arrive()
    {
        GridVisit visit = Visit(new ViewerOptions { Throttle = Circuit(1), Textures = Textures(), RepeatTextures = true });
        OpenSimUser user = OpenSimUser.WithId(visit.Login.AgentId);
        return $"{user.First} {user.Last}";
    }

    private string FirstLine(string target, string header = "", string from = Listed) => Lines(target, header: header, from: from).First();

    /// <summary>
    /// Sends a target exactly as it is given, with the password. Returns the answer with its head, line by line; OpenSim ends the
    /// connection two seconds after it.
    /// </summary>
    private IEnumerable<string> Lines(string target, string method = "GET", string header = "", string from = Listed)
    {
        using TcpClient connection = Ask(target, method, header, from);
        using StreamReader reader = new(connection.GetStream());
        while (reader.ReadLine() is { } line)
            yield return line;
    }

    /// <summary>Sends requests, and does not read the answers. The connection ends after the last.</summary>
    private TcpClient Ask(string target, string method = "GET", string header = "", string from = Listed, int times = 1,
        int? receiveBuffer = null)
    {
        TcpClient connection = new(new IPEndPoint(IPAddress.Parse(from), 0)) { ReceiveTimeout = PatienceMs };
        if (receiveBuffer is { } bytes)
            connection.ReceiveBufferSize = bytes;
        connection.Connect(IPAddress.Loopback, _port);
        string head = $"{method} {target} HTTP/1.1\r\nHost: 127.0.0.1:{_port}\r\nAuthorization: Bearer {Password}\r\n";
        if (header.Length > 0)
            head += $"{header}\r\n";
        string requests = string.Concat(Enumerable.Repeat($"{head}\r\n", times - 1)) + $"{head}Connection: close\r\n\r\n";
        connection.GetStream().Write(Encoding.ASCII.GetBytes(requests));
        return connection;
    }
}
