using System.Globalization;
using System.Net;
using System.Net.Sockets;
using System.Text;

namespace Mongoose.Tests.Mixer.Janus;

/// <summary>An HTTP server on loopback that answers requests with any bytes, and closes the connection after each.</summary>
internal sealed class FakeJanus : IDisposable
{
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private readonly CancellationTokenSource _end = new();
    private readonly Func<int, string, NetworkStream, CancellationToken, Task> _answer;
    private int _requests;

    /// <param name="answer">Writes the answer to a request, given its number, from 0, and its first line.</param>
    public FakeJanus(Func<int, string, NetworkStream, CancellationToken, Task> answer)
    {
        _answer = answer;
        _listener.Start();
        _ = AcceptAsync();
    }

    /// <param name="answers">The JSON of the first answers; the last one is repeated.</param>
    public FakeJanus(params string[] answers)
        : this((number, _, stream, end) => Write(stream, Json(answers[Math.Min(number, answers.Length - 1)]), end))
    {
    }

    public Uri Address => new($"http://{_listener.LocalEndpoint}/janus");

    /// <summary>Requests so far.</summary>
    public int Requests => Volatile.Read(ref _requests);

    /// <summary>A whole answer with JSON.</summary>
    public static string Json(string json) => "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\n"
        + $"Content-Length: {Encoding.UTF8.GetByteCount(json)}\r\n\r\n{json}";

    public static Task Write(NetworkStream stream, string text, CancellationToken end) =>
        stream.WriteAsync(Encoding.UTF8.GetBytes(text), end).AsTask();

    public void Dispose()
    {
        _end.Cancel();
        _listener.Dispose();
        _end.Dispose();
    }

    private async Task AcceptAsync()
    {
        CancellationToken end = _end.Token;
        try
        {
            while (true)
                _ = ServeAsync(await _listener.AcceptTcpClientAsync(end), end);
        }
        catch (Exception exception) when (exception is OperationCanceledException or SocketException or ObjectDisposedException)
        {
        }
    }

    private async Task ServeAsync(TcpClient client, CancellationToken end)
    {
        using (client)
        {
            try
            {
                NetworkStream stream = client.GetStream();
                string first = await ReadRequestAsync(stream, end);
                await _answer(Interlocked.Increment(ref _requests) - 1, first, stream, end);
            }
            catch (Exception exception) when (exception is OperationCanceledException or IOException or ObjectDisposedException)
            {
                // The client has had enough, or the test is over.
            }
        }
    }

    private static async Task<string> ReadRequestAsync(NetworkStream stream, CancellationToken end)
    {
        using StreamReader reader = new(stream, Encoding.ASCII, leaveOpen: true);
        string first = await reader.ReadLineAsync(end) ?? "";
        int length = 0;
        while (await reader.ReadLineAsync(end) is { Length: > 0 } line)
        {
            if (line.StartsWith("Content-Length: ", StringComparison.OrdinalIgnoreCase))
                length = int.Parse(line.AsSpan(16), CultureInfo.InvariantCulture);
        }
        if (length > 0)
            await reader.ReadBlockAsync(new char[length], end);
        return first;
    }
}
