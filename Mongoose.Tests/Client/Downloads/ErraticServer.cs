using System.Net.Sockets;

namespace Mongoose.Tests.Client.Downloads;

/// <summary>Answers requests with their own first line, and now and then in every wrong way.</summary>
internal sealed class ErraticServer(ScriptedServer server, int seed)
{
    private readonly Random _random = new(seed);

    /// <summary>Serves every connection until the client is gone.</summary>
    public async Task ServeAsync(CancellationToken cancellation)
    {
        List<Task> serving = [];
        while (!cancellation.IsCancellationRequested)
        {
            if (server.IsAsked)
                serving.Add(ServeAsync(await server.AcceptAsync()));
            else
                await Task.Delay(1, CancellationToken.None);
        }
        await Task.WhenAll(serving);
    }

    private async Task ServeAsync(ScriptedConnection connection)
    {
        try
        {
            while (await connection.TryReadAsync() is { } request && await AnswerAsync(connection, request.Split(' ')[1]))
            {
            }
        }
        catch (Exception exception) when (exception is IOException or SocketException or ObjectDisposedException)
        {
            // The client is gone.
        }
        finally
        {
            connection.Dispose();
        }
    }

    /// <summary>False if the connection is to be closed.</summary>
    private async Task<bool> AnswerAsync(ScriptedConnection connection, string path)
    {
        switch (Choose())
        {
            case 0:
                await connection.AnswerAsync(path, "Connection: close\r\n");
                return false;
            case 1:
                return false;
            case 2:
                await connection.AnswerAsync("", status: "503 Service Unavailable");
                return true;
            case 3:
                await connection.AnswerAsync("", "Connection: close\r\n", "404 Not Found");
                return true;
            case 4:
                await connection.SendAsync($"HTTP/1.1 200 OK\r\nContent-Length: {path.Length}\r\n\r\n{path[..5]}");
                return false;
            case 5:
                await connection.SendAsync("nonsense");
                return true;
            case 6:
                await connection.SendAsync($"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n{path.Length:x}\r\n{path}\r\n0\r\n\r\n");
                return true;
            default:
                await connection.AnswerAsync(path);
                return true;
        }
    }

    private int Choose()
    {
        lock (_random)
            return _random.Next(20);
    }
}
