using System.Collections.Specialized;
using System.Net;
using System.Net.Security;
using System.Net.Sockets;
using System.Security.Cryptography.X509Certificates;
using System.Text;
using System.Web;
using OSHttpServer;

namespace Mongoose.Server.Tests.Downloads;

/// <summary>Both ends of a connection between a viewer and a region.</summary>
internal sealed class DownloadConnection : IDisposable
{
    private readonly Socket _server;
    private readonly Stream _stream;
    private uint _requests;

    /// <param name="client">The viewer's end.</param>
    /// <param name="server">The region's end.</param>
    /// <param name="isSecured">Whether both speak TLS.</param>
    public DownloadConnection(Socket client, Socket server, bool isSecured = false)
    {
        (Client, _server, _stream) = (client, server, new NetworkStream(client));
        Stream? secured = null;
        if (isSecured)
            (_stream, secured) = Secure(_stream, new NetworkStream(server));
        Server = new HttpClientContext(server, secured);
    }

    /// <summary>The viewer's end.</summary>
    public Socket Client { get; }

    /// <summary>The region's end.</summary>
    public HttpClientContext Server { get; }

    /// <param name="query">The query of its address, without the question mark.</param>
    public IHttpRequest NewRequest(string query = "") => new Request(Server, ++_requests, query);

    /// <summary>Reads a response; returns its body.</summary>
    /// <param name="begun">What has been read of it before.</param>
    public byte[] Read(string begun = "")
    {
        Client.ReceiveTimeout = 60_000;
        StringBuilder head = new(begun);
        while (!head.ToString().EndsWith("\r\n\r\n", StringComparison.Ordinal))
            head.Append(_stream.ReadByte() is >= 0 and var value
                ? (char)value
                : throw new IOException($"the connection ended after {head}"));
        byte[] body = new byte[int.Parse(head.ToString().Split("Content-Length: ")[1].Split("\r\n")[0],
            System.Globalization.CultureInfo.InvariantCulture)];
        _stream.ReadExactly(body);
        return body;
    }

    /// <summary>Asserts that a response arrives whole.</summary>
    public void AssertReads(byte[] body, string begun = "") =>
        Assert.That(Read(begun).AsSpan().SequenceEqual(body), "the body is the response's");

    /// <summary>A body of random bytes.</summary>
    public static byte[] Body(int bytes)
    {
        byte[] body = new byte[bytes];
        new Random(bytes).NextBytes(body);
        return body;
    }

    public void Dispose()
    {
        Client.Dispose();
        _server.Dispose();
    }

    private static (Stream Client, Stream Server) Secure(Stream client, Stream server)
    {
        using X509Certificate2 certificate = LoopbackCertificate.Create();
        SslStream viewer = new(client, false, (_, _, _, _) => true), region = new(server);
        Task.WaitAll(region.AuthenticateAsServerAsync(certificate), viewer.AuthenticateAsClientAsync($"{IPAddress.Loopback}"));
        return (viewer, region);
    }

    private sealed class Request(IHttpClientContext context, uint id, string query) : IHttpRequest
    {
        public IHttpClientContext Context => context;

        public uint ID => id;

        public string[] AcceptTypes => [];

        public Stream Body { get; set; } = Stream.Null;

        public ConnectionType Connection { get; set; } = ConnectionType.KeepAlive;

        public int ContentLength { get; set; }

        public RequestCookies Cookies => null!;

        public NameValueCollection Headers { get; } = [];

        public string HttpVersion { get; set; } = "HTTP/1.1";

        public bool IsAjax => false;

        public string Method { get; set; } = "GET";

        public NameValueCollection QueryString { get; } = HttpUtility.ParseQueryString(query);

        public Uri Uri { get; set; } = new("http://region/");

        public string UriPath { get; set; } = "/";

        public IPEndPoint LocalIPEndPoint => (IPEndPoint)context.LocalIPEndPoint;

        public IPEndPoint RemoteIPEndPoint => (IPEndPoint)context.LocalIPEndPoint;

        public double ArrivalTS { get; set; }

        public void AddHeader(string name, string value) => Headers.Add(name, value);

        public int AddToBody(byte[] bytes, int offset, int length) => 0;

        public void Clear()
        {
        }

        public void SetCookies(RequestCookies cookies)
        {
        }
    }
}
