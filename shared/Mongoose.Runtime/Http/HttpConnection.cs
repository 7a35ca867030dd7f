using System.Globalization;
using System.Net;
using System.Net.Sockets;
using System.Text;
using Mongoose.Core.Status.Http;

namespace Mongoose.Runtime.Http;

/// <summary>A connection that carries one request. Disposing it ends its reading and sending.</summary>
/// <param name="socket">The connection; it is closed at the end.</param>
/// <param name="answer">Answers the request.</param>
/// <param name="headers">The headers of every answer.</param>
internal sealed class HttpConnection(
    Socket socket, Func<HttpRequest, Answer> answer, IReadOnlyList<(string Name, string Value)> headers) : IDisposable
{
    /// <summary>Maximum length of a request's head, in bytes.</summary>
    public const int MaxHead = 8192;

    /// <summary>Maximum number of bytes that are read after the answer, such as a body that nobody asked for.</summary>
    private const int MaxRest = 65_536;

    /// <summary>The time for the whole head, for the whole answer, and until the reader has closed its end.</summary>
    internal static readonly TimeSpan ReadingTime = TimeSpan.FromSeconds(5), SendingTime = TimeSpan.FromSeconds(30),
        ClosingTime = TimeSpan.FromSeconds(1);

    private static readonly Answer Malformed = Answer.Text(400, "This is no HTTP request."),
        TooLarge = Answer.Text(431, $"The head of a request has at most {MaxHead} bytes.");

    private readonly byte[] _buffer = new byte[MaxHead];

    /// <summary>Answers the request. Whatever a reader does, this ends without an exception.</summary>
    public async Task ServeAsync()
    {
        try
        {
            socket.NoDelay = true;
            using NetworkStream stream = new(socket, ownsSocket: true);
            if (await ReadAsync(stream) is not { } found)
                return;
            await SendAsync(stream, found.Answer, found.HasBody);
            await CloseAsync(stream);
        }
        catch (Exception end) when (end is IOException or SocketException or ObjectDisposedException or OperationCanceledException)
        {
            // The reader has gone, or was too slow, or this connection had to make room.
        }
    }

    public void Dispose() => socket.Dispose();

    /// <summary>Reads the head, and finds its answer; null if the reader sends nothing.</summary>
    private async Task<(Answer Answer, bool HasBody)?> ReadAsync(NetworkStream stream)
    {
        using CancellationTokenSource limit = new(ReadingTime);
        int length = 0, end = -1;
        while (end < 0 && length < MaxHead)
        {
            int read = await stream.ReadAsync(_buffer.AsMemory(length), limit.Token);
            if (read == 0)
                return length == 0 ? null : (Malformed, true);
            // The end may lie across two reads.
            int from = Math.Max(0, length - 3);
            length += read;
            end = _buffer.AsSpan(from, length - from).IndexOf("\r\n\r\n"u8) is var found and >= 0 ? from + found : -1;
        }
        if (end < 0)
            return (TooLarge, true);
        HttpRequest? request =
            HttpRequest.Parse(Encoding.UTF8.GetString(_buffer, 0, end), ((IPEndPoint)socket.RemoteEndPoint!).Address);
        return request is null ? (Malformed, true) : (answer(request), request.Method != "HEAD");
    }

    private async Task SendAsync(NetworkStream stream, Answer found, bool hasBody)
    {
        using CancellationTokenSource limit = new(SendingTime);
        await stream.WriteAsync(Encoding.UTF8.GetBytes(Head(found)), limit.Token);
        if (hasBody)
            await stream.WriteAsync(found.Body, limit.Token);
    }

    private string Head(Answer found)
    {
        StringBuilder head = new();
        head.Append(CultureInfo.InvariantCulture, $"HTTP/1.1 {found.Status} {(HttpStatusCode)found.Status}\r\n");
        head.Append(CultureInfo.InvariantCulture, $"Date: {DateTime.UtcNow:R}\r\nConnection: close\r\n");
        head.Append(CultureInfo.InvariantCulture, $"Content-Type: {found.ContentType}\r\nContent-Length: {found.Body.Length}\r\n");
        foreach ((string name, string value) in found.Header is { } own ? headers.Append(own) : headers)
            head.Append(CultureInfo.InvariantCulture, $"{name}: {value}\r\n");
        return head.Append("\r\n").ToString();
    }

    /// <summary>Closing a connection with unread bytes would take the answer from the reader.</summary>
    private async Task CloseAsync(NetworkStream stream)
    {
        socket.Shutdown(SocketShutdown.Send);
        using CancellationTokenSource limit = new(ClosingTime);
        int read;
        for (int rest = 0; rest < MaxRest; rest += read)
        {
            read = await stream.ReadAsync(_buffer, limit.Token);
            if (read == 0)
                return;
        }
    }
}
