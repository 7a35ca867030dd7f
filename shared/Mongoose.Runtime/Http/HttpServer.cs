using System.Net;
using System.Net.Sockets;
using Mongoose.Core.Status.Http;
using Mongoose.Runtime.Udp;

namespace Mongoose.Runtime.Http;

/// <summary>
/// A small HTTP server for a status page and metrics: one request without a body on each connection. It runs on .NET's thread pool. The
/// number of connections, the size of requests and all times are bounded; a new connection takes the place of the oldest, so that readers
/// who only hold connections keep nobody out.
/// </summary>
public sealed class HttpServer : IDisposable
{
    /// <summary>Maximum number of open connections.</summary>
    public const int MaxConnections = 64;

    /// <summary>After a failure to accept, such as a lack of descriptors.</summary>
    private static readonly TimeSpan RetryAfter = TimeSpan.FromMilliseconds(100);

    private readonly TcpListener _listener;
    private readonly Func<HttpRequest, Answer> _answer;
    private readonly IReadOnlyList<(string Name, string Value)> _headers;
    private readonly LinkedList<HttpConnection> _open = [];
    private readonly CancellationTokenSource _ending = new();
    private readonly Task _accepting;

    /// <summary>Opens the port, and begins to answer.</summary>
    /// <param name="place">The address and port; port 0 chooses a free one.</param>
    /// <param name="answer">Answers a request, on any thread. It must not throw.</param>
    /// <param name="headers">The headers of every answer.</param>
    /// <exception cref="IOException">The port cannot be opened; the message names it.</exception>
    public HttpServer(IPEndPoint place, Func<HttpRequest, Answer> answer, IReadOnlyList<(string Name, string Value)> headers)
    {
        (_listener, _answer, _headers) = (Listen(place), answer, headers);
        Address = (IPEndPoint)_listener.LocalEndpoint;
        _accepting = Task.Run(AcceptAsync);
    }

    /// <summary>The address and port.</summary>
    public IPEndPoint Address { get; }

    /// <summary>Opens a port and closes it again.</summary>
    /// <exception cref="IOException">The port cannot be opened; the message names it.</exception>
    public static void Check(IPEndPoint place) => Listen(place).Stop();

    /// <summary>Closes the port and all connections.</summary>
    public void Dispose()
    {
        if (_ending.IsCancellationRequested)
            return;
        _ending.Cancel();
        _listener.Stop();
        _accepting.Wait();
        lock (_open)
        {
            foreach (HttpConnection connection in _open)
                connection.Dispose();
            _open.Clear();
        }
        _ending.Dispose();
    }

    private static TcpListener Listen(IPEndPoint place)
    {
        TcpListener? listener = null;
        try
        {
            listener = new TcpListener(place);
            listener.Start();
            return listener;
        }
        catch (Exception exception) when (PortFault.IsOf(exception))
        {
            listener?.Dispose();
            throw PortFault.Of($"TCP port {place}", exception);
        }
    }

    private async Task AcceptAsync()
    {
        while (!_ending.IsCancellationRequested)
        {
            try
            {
                LinkedListNode<HttpConnection> place =
                    Admit(new HttpConnection(await _listener.AcceptSocketAsync(_ending.Token), _answer, _headers));
                _ = Task.Run(() => ServeAsync(place));
            }
            catch (SocketException)
            {
                await Task.Delay(RetryAfter);
            }
            catch (Exception end) when (end is OperationCanceledException or ObjectDisposedException or InvalidOperationException)
            {
                return;
            }
        }
    }

    private async Task ServeAsync(LinkedListNode<HttpConnection> place)
    {
        using HttpConnection connection = place.Value;
        await connection.ServeAsync();
        lock (_open)
        {
            if (place.List is not null)
                _open.Remove(place);
        }
    }

    /// <summary>In the order of arrival: the newest connection never has to make room.</summary>
    private LinkedListNode<HttpConnection> Admit(HttpConnection connection)
    {
        lock (_open)
        {
            if (_open.Count == MaxConnections)
            {
                _open.First!.Value.Dispose();
                _open.RemoveFirst();
            }
            return _open.AddLast(connection);
        }
    }
}
