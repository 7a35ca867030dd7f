using System.Net;
using System.Net.Sockets;
using System.Text;

namespace OpenSim.Framework.Servers.HttpServer;

/// <summary>Reads the requests of a connection.</summary>
internal sealed class HttpReader(TcpClient client) : IDisposable
{
    private readonly StreamReader _text = new(client.GetStream(), Encoding.UTF8);

    /// <summary>Returns null at the end of the connection, or if the request cannot be read.</summary>
    public async Task<HttpRequest> Read()
    {
        string[] line = (await _text.ReadLineAsync())?.Split(' ');
        if (line is not { Length: 3 })
            return null;
        HttpRequest request = new(line[0], line[1], (IPEndPoint)client.Client.RemoteEndPoint);
        while (await _text.ReadLineAsync() is { Length: > 0 } header)
        {
            int colon = header.IndexOf(':');
            request.Add(header[..colon].ToLowerInvariant(), header[(colon + 1)..].Trim());
        }
        char[] body = new char[int.Parse(request.Headers["content-length"] ?? "0", System.Globalization.CultureInfo.InvariantCulture)];
        // An empty block is also waited for.
        if (body.Length > 0)
            await _text.ReadBlockAsync(body);
        return request.Url is null ? null : request;
    }

    public void Dispose() => _text.Dispose();
}
