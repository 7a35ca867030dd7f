using System.Collections.Specialized;
using System.Net;
using System.Net.Sockets;
using System.Text;
using OSHttpServer;

namespace Mongoose.Server.Tests.Downloads;

/// <summary>Both ends of a connection between a viewer and a region.</summary>
internal sealed class DownloadConnection(Socket client, Socket server) : IDisposable
{
    private uint _requests;

    /// <summary>The viewer's end.</summary>
    public Socket Client => client;

    /// <summary>The region's end.</summary>
    public HttpClientContext Server { get; } = new(server);

    public IHttpRequest NewRequest() => new Request(Server, ++_requests);

    /// <summary>Reads a response; returns its body.</summary>
    public byte[] Read()
    {
        client.ReceiveTimeout = 60_000;
        using NetworkStream stream = new(client, ownsSocket: false);
        StringBuilder head = new();
        while (!head.ToString().EndsWith("\r\n\r\n", StringComparison.Ordinal))
            head.Append(stream.ReadByte() is >= 0 and var value ? (char)value : throw new IOException($"the connection ended after {head}"));
        byte[] body = new byte[int.Parse(head.ToString().Split("Content-Length: ")[1].Split("\r\n")[0], System.Globalization.CultureInfo.InvariantCulture)];
        stream.ReadExactly(body);
        return body;
    }

    /// <summary>Asserts that a response arrives whole.</summary>
    public void AssertReads(byte[] body) => Assert.That(Read(), Is.EqualTo(body));

    /// <summary>A body of random bytes.</summary>
    public static byte[] Body(int bytes)
    {
        byte[] body = new byte[bytes];
        new Random(bytes).NextBytes(body);
        return body;
    }

    public void Dispose()
    {
        client.Dispose();
        server.Dispose();
    }

    private sealed class Request(IHttpClientContext context, uint id) : IHttpRequest
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

        public NameValueCollection QueryString { get; } = [];

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
