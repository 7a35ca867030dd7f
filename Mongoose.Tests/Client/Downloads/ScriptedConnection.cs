using System.Net.Sockets;
using System.Text;

namespace Mongoose.Tests.Client.Downloads;

/// <summary>The server's end of a connection.</summary>
internal sealed class ScriptedConnection(Socket socket) : IDisposable
{
    private const string End = "\r\n\r\n";
    private readonly NetworkStream _stream = new(socket, ownsSocket: true);
    private string _unread = "";

    /// <summary>Whether there is more than the requests that were read.</summary>
    public bool HasMore => _unread.Length > 0 || socket.Available > 0;

    /// <summary>The bytes sent so far.</summary>
    public long SentBytes { get; private set; }

    public Stream Stream => _stream;

    /// <summary>The next request, with the empty line at its end.</summary>
    public async Task<string> ReadAsync()
    {
        string? request = await TryReadAsync();
        Assert.That(request, Is.Not.Null, "the client closed the connection instead of sending a request");
        return request!;
    }

    /// <summary>The next request; null if the client has closed the connection.</summary>
    public async Task<string?> TryReadAsync()
    {
        byte[] buffer = new byte[4096];
        while (!_unread.Contains(End, StringComparison.Ordinal))
        {
            int count = await _stream.ReadAsync(buffer).AsTask().WaitAsync(ScriptedServer.Patience);
            if (count == 0)
                return null;
            _unread += Encoding.ASCII.GetString(buffer, 0, count);
        }
        int length = _unread.IndexOf(End, StringComparison.Ordinal) + End.Length;
        string request = _unread[..length];
        _unread = _unread[length..];
        return request;
    }

    /// <summary>The last digit of the UUIDs of the next requests.</summary>
    public async Task<string> ReadDigitsAsync(int count)
    {
        string digits = "";
        for (int i = 0; i < count; i++)
            digits += (await ReadAsync()).Split(' ')[1][^1];
        return digits;
    }

    public async Task SendAsync(string text)
    {
        byte[] bytes = Encoding.ASCII.GetBytes(text);
        await _stream.WriteAsync(bytes);
        SentBytes += bytes.Length;
    }

    public Task AnswerAsync(string body, string headers = "", string status = "200 OK") =>
        SendAsync($"HTTP/1.1 {status}\r\nContent-Length: {body.Length}\r\n{headers}\r\n{body}");

    /// <summary>Waits until the client has closed the connection.</summary>
    public async Task EndAsync()
    {
        try
        {
            while (await _stream.ReadAsync(new byte[4096]).AsTask().WaitAsync(ScriptedServer.Patience) > 0)
            {
            }
        }
        catch (IOException)
        {
            // The client has reset it.
        }
    }

    public void Dispose() => _stream.Dispose();
}
