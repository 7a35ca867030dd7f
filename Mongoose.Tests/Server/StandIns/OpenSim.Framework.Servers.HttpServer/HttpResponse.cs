using System.Collections.Specialized;
using System.Net;
using System.Text;

namespace OpenSim.Framework.Servers.HttpServer;

internal sealed class HttpResponse : IOSHttpResponse
{
    private readonly NameValueCollection _headers = [];

    public string ContentType { get; set; }

    public bool KeepAlive { get; set; } = true;

    public byte[] RawBuffer { get; set; }

    public int StatusCode { get; set; } = 200;

    public void AddHeader(string key, string value) => _headers[key] = value;

    /// <summary>Sends the answer. Content-Length is that of the body, whatever the method was.</summary>
    /// <returns>Whether the connection stays open: never after an error.</returns>
    public async Task<bool> SendTo(Stream stream)
    {
        bool staysOpen = KeepAlive && StatusCode == 200;
        StringBuilder text = new($"HTTP/1.1 {StatusCode} {(HttpStatusCode)StatusCode}\r\n");
        text.Append($"Content-Length: {RawBuffer?.Length ?? 0}\r\nContent-Type: {ContentType ?? "text/html"}\r\n");
        text.Append($"Connection: {(staysOpen ? "Keep-Alive" : "close")}\r\n");
        foreach (string name in _headers.AllKeys)
            text.Append($"{name}: {_headers[name]}\r\n");
        await stream.WriteAsync(Encoding.UTF8.GetBytes(text.Append("\r\n").ToString()));
        if (RawBuffer is not null)
            await stream.WriteAsync(RawBuffer);
        return staysOpen;
    }
}
