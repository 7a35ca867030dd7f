using System.Net;
using System.Net.Sockets;
using System.Text;
using log4net;
using Mongoose.Runtime.Udp;
using Mongoose.Server.Configuration;
using Mongoose.Server.Status.Http;
using OpenSim.Framework.Servers;

namespace Mongoose.Server.Tests.Status.Http;

/// <summary>A status server on loopback, and readers that speak real HTTP with it. Its clock stands still.</summary>
internal sealed class StatusRig : IDisposable
{
    private readonly HttpClient _client =
        new(new SocketsHttpHandler { AllowAutoRedirect = false, UseProxy = false }) { Timeout = TimeSpan.FromSeconds(20) };

    public StatusRig(StatusOptions? options = null, FakeSource? source = null)
    {
        MainServer.StartAnew();
        LogBook.Clear();
        Source = source ?? new FakeSource();
        Options = (options ?? new StatusOptions()) with { Port = FreePort.OfTcpAndUdp() };
        Server = StatusServer.TryStart(Options, Source, Clock)!;
        Assert.That(Server, Is.Not.Null, string.Join("\n", LogBook.Lines));
    }

    public StatusOptions Options { get; }

    public StatusServer Server { get; }

    public FakeSource Source { get; }

    public TestClock Clock { get; } = new();

    public static string Basic(string user, string password) =>
        "Basic " + Convert.ToBase64String(Encoding.UTF8.GetBytes($"{user}:{password}"));

    /// <summary>Sends a request and returns the answer.</summary>
    public Task<HttpResponseMessage> Ask(string path, string method = "GET", params (string Name, string Value)[] headers)
    {
        HttpRequestMessage request = new(new HttpMethod(method), $"http://127.0.0.1:{Options.Port}{path}");
        foreach ((string name, string value) in headers)
            request.Headers.TryAddWithoutValidation(name, value);
        return _client.SendAsync(request);
    }

    public async Task<int> Status(string path, params (string Name, string Value)[] headers)
    {
        using HttpResponseMessage answer = await Ask(path, "GET", headers);
        return (int)answer.StatusCode;
    }

    public async Task<string> Text(string path, params (string Name, string Value)[] headers)
    {
        using HttpResponseMessage answer = await Ask(path, "GET", headers);
        return await answer.Content.ReadAsStringAsync();
    }

    /// <summary>Sends a target exactly as it is given, and returns the answer with its head.</summary>
    public async Task<string> Raw(string target, string method = "GET")
    {
        using TcpClient connection = await Connect(target, method);
        using StreamReader reader = new(connection.GetStream());
        return await reader.ReadToEndAsync();
    }

    /// <summary>Sends a request, and does not read the answer.</summary>
    public async Task<TcpClient> Connect(string target, string method = "GET")
    {
        TcpClient connection = new();
        await connection.ConnectAsync(IPAddress.Loopback, Options.Port);
        string request = $"{method} {target} HTTP/1.1\r\nHost: 127.0.0.1:{Options.Port}\r\n\r\n";
        await connection.GetStream().WriteAsync(Encoding.ASCII.GetBytes(request));
        return connection;
    }

    public void Dispose()
    {
        Server.Dispose();
        _client.Dispose();
        MainServer.StartAnew();
    }
}
