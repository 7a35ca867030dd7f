using System.Net;
using System.Net.Sockets;
using System.Text;
using Mongoose.Core.Status.Http;
using Mongoose.Runtime.Http;
using Mongoose.Runtime.Udp;

namespace Mongoose.Tests.Runtime.Http;

/// <summary>A server for pages and metrics, with real connections on loopback.</summary>
public sealed class HttpServerTests : IDisposable
{
    private const string Head = "Host: h\r\n\r\n";

    private readonly HttpServer _server = new(new IPEndPoint(IPAddress.Loopback, 0), Say, [("X-Always", "yes")]);

    public void Dispose() => _server.Dispose();

    [Test]
    public async Task An_answer_has_its_length_its_headers_and_the_date()
    {
        string answer = await Ask("GET /a?x=1%202&y=&x=3 HTTP/1.1\r\nhost: h\r\nX-Ask:  b \r\n\r\n");
        Assert.That(answer, Does.StartWith("HTTP/1.1 200 OK\r\nDate: ").And.Contains(" GMT\r\nConnection: close\r\n")
            .And.Contains("Content-Type: text/plain; charset=utf-8\r\nContent-Length: 26\r\nX-Always: yes\r\nX-Own: own\r\n\r\n")
            .And.EndsWith("\r\n\r\nGET /a x=1 2,3 y= z= b h\n\n"));
    }

    [Test]
    public async Task HEAD_has_the_same_head_and_no_body()
    {
        string head = await Ask($"HEAD /a HTTP/1.1\r\n{Head}"), get = await Ask($"GET /aa HTTP/1.1\r\n{Head}");
        Assert.That(head, Does.EndWith("\r\n\r\n"));
        Assert.That(WithoutDate(head), Is.EqualTo(WithoutDate(get[..(get.IndexOf("\r\n\r\n", StringComparison.Ordinal) + 4)])));
    }

    [TestCase("nonsense"), TestCase("GET /"), TestCase("GET / HTTP/2.0"), TestCase("GET  / HTTP/1.1"), TestCase(" / HTTP/1.1")]
    [TestCase("GET http://h/ HTTP/1.1"), TestCase("GET * HTTP/1.1"), TestCase("GET / HTTP/1.1\r\nno colon"), TestCase("")]
    [TestCase("GET / HTTP/1.1\r\n: no name")]
    public async Task What_is_no_request_is_answered_by_400(string head) =>
        Assert.That(await Ask($"{head}\r\n\r\n"), Does.StartWith("HTTP/1.1 400 BadRequest\r\n"));

    [Test]
    public async Task A_request_that_ends_early_is_answered_by_400()
    {
        using TcpClient reader = await Connect("GET / HTTP/1.1\r\nHost");
        reader.Client.Shutdown(SocketShutdown.Send);
        Assert.That(await Answer(reader), Does.StartWith("HTTP/1.1 400 "));
    }

    [Test]
    public async Task A_request_that_comes_byte_by_byte_is_understood()
    {
        using TcpClient reader = await Connect("");
        reader.NoDelay = true;
        foreach (byte one in Encoding.ASCII.GetBytes($"GET /a HTTP/1.1\r\n{Head}"))
            await reader.GetStream().WriteAsync(new[] { one });
        Assert.That(await Answer(reader), Does.StartWith("HTTP/1.1 200 "));
    }

    [Test]
    public async Task An_endless_head_is_answered_by_431() =>
        Assert.That(await Ask($"GET / HTTP/1.1\r\nX: {new string('x', 100_000)}"), Does.StartWith("HTTP/1.1 431 "));

    [Test]
    public async Task A_body_that_nobody_asked_for_does_not_take_the_answer_away() =>
        Assert.That(await Ask($"POST /a HTTP/1.1\r\n{Head}{new string('x', 60_000)}"),
            Does.StartWith("HTTP/1.1 200 ").And.Contain("POST /a"));

    [Test]
    public async Task An_endless_body_ends_with_the_connection()
    {
        using TcpClient reader = await Connect($"POST /a HTTP/1.1\r\n{Head}");
        byte[] more = new byte[10_000];
        Assert.That(async () =>
        {
            for (int i = 0; i < 10_000; i++)
                await reader.GetStream().WriteAsync(more);
        }, Throws.InstanceOf<IOException>());
    }

    [Test]
    public async Task As_many_readers_as_connections_are_answered_at_once()
    {
        string[] answers = await Task.WhenAll(
            Enumerable.Range(0, HttpServer.MaxConnections).Select(i => Ask($"GET /{i} HTTP/1.1\r\n{Head}")));
        Assert.That(answers.Select((answer, i) => answer.Contains($"GET /{i} ", StringComparison.Ordinal)), Is.All.True);
    }

    [Test]
    public async Task A_thousand_connections_keep_nobody_out_and_the_oldest_are_closed()
    {
        List<TcpClient> idle = [];
        try
        {
            for (int i = 0; i < 1000; i++)
                idle.Add(await Connect("GET / HT"));
            Assert.That(await Ask($"GET /a HTTP/1.1\r\n{Head}"), Does.StartWith("HTTP/1.1 200 "));
            Assert.That(() => idle.Count(one => !IsClosed(one)), Is.LessThan(HttpServer.MaxConnections).After(5000, 20));
        }
        finally
        {
            idle.ForEach(one => one.Dispose());
        }
    }

    [Test]
    [Slow("waits until the server has lost its patience")]
    public async Task A_reader_that_sends_no_whole_request_is_left()
    {
        using TcpClient reader = await Connect("GET / HTTP/1.1\r\nX: ");
        Task<string> answer = Answer(reader);
        for (int i = 0; i < 200 && !answer.IsCompleted; i++)
        {
            await Task.Delay(100);
            try
            {
                await reader.GetStream().WriteAsync("x"u8.ToArray());
            }
            catch (IOException)
            {
                break;
            }
        }
        Assert.That(await answer, Is.Empty);
    }

    [Test]
    public void A_port_in_use_is_named()
    {
        IPEndPoint place = _server.Address;
        Assert.That(() => HttpServer.Check(place), Throws.InstanceOf<IOException>().With.Message.StartsWith($"TCP port {place}: "));
        Assert.That(() => new HttpServer(place, Say, []), Throws.InstanceOf<IOException>());
    }

    [Test]
    public void An_address_of_another_host_is_named() =>
        Assert.That(() => HttpServer.Check(new IPEndPoint(IPAddress.Parse("192.0.2.7"), FreePort.OfTcpAndUdp())),
            Throws.InstanceOf<IOException>().With.Message.StartsWith("TCP port 192.0.2.7:"));

    [Test]
    public async Task At_its_end_it_closes_its_connections_and_its_port()
    {
        using TcpClient idle = await Connect("GET /");
        await Ask($"GET /a HTTP/1.1\r\n{Head}");
        _server.Dispose();
        Assert.That(() => IsClosed(idle), Is.True.After(5000, 20));
        using HttpServer again = new(_server.Address, Say, []);
    }

    private static Answer Say(HttpRequest request) => Mongoose.Core.Status.Http.Answer.Text(200,
        $"{request.Method} {request.Path} x={request.Query("x")} y={request.Query("y")} z={request.Query("z")} "
        + $"{request.Header("x-ask")} {request.Header("Host")}\n", ("X-Own", "own"));

    private static string WithoutDate(string answer) =>
        string.Join('\n', answer.Split("\r\n").Where(line => !line.StartsWith("Date:", StringComparison.Ordinal)));

    private static bool IsClosed(TcpClient connection)
    {
        try
        {
            return connection.Client.Poll(0, SelectMode.SelectRead) && connection.Available == 0;
        }
        catch (SocketException)
        {
            return true;
        }
    }

    private static async Task<string> Answer(TcpClient connection)
    {
        List<byte> answer = [];
        byte[] buffer = new byte[65_536];
        try
        {
            while (await connection.Client.ReceiveAsync(buffer) is > 0 and int read)
                answer.AddRange(buffer[..read]);
        }
        catch (SocketException)
        {
            // Closed while bytes were on the way.
        }
        return Encoding.UTF8.GetString([.. answer]);
    }

    private async Task<TcpClient> Connect(string sent)
    {
        TcpClient reader = new();
        await reader.ConnectAsync(_server.Address);
        await reader.GetStream().WriteAsync(Encoding.UTF8.GetBytes(sent));
        return reader;
    }

    private async Task<string> Ask(string request)
    {
        using TcpClient reader = await Connect(request);
        return await Answer(reader);
    }
}
