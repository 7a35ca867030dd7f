using System.Collections.Concurrent;
using System.Net;
using System.Net.Sockets;
using log4net;

namespace OpenSim.Framework.Servers.HttpServer;

/// <summary>A small HTTP server. Like the original, it runs handlers on pool threads, and sends without waiting for slow readers.</summary>
public class BaseHttpServer(uint port)
{
    private static readonly ILog Log = LogManager.GetLogger(typeof(BaseHttpServer));
    private static volatile bool _isSending = true;

    private readonly ConcurrentDictionary<string, ISimpleStreamHandler> _exact = new(), _below = new();
    private TcpListener _listener;

    public uint Port => port;

    public IPAddress ListenIPAddress { get; set; } = IPAddress.Any;

    /// <summary>For tests: whether it has poll threads.</summary>
    public bool HasPool { get; private set; }

    /// <summary>For tests.</summary>
    public int Handlers => _exact.Count + _below.Count;

    /// <summary>A path that is taken is ignored.</summary>
    public void AddSimpleStreamHandler(ISimpleStreamHandler handler, bool varPath = false) =>
        (varPath ? _below : _exact).TryAdd(handler.Path, handler);

    /// <summary>Removes from one table only.</summary>
    public void RemoveSimpleStreamHandler(string path)
    {
        if (!_exact.TryRemove(path, out _))
            _below.TryRemove(path, out _);
    }

    public void Start(bool performPollResponsesAsync, bool runPool)
    {
        Log.Info($"[BASE HTTP SERVER]: Starting HTTP server on port {port}");
        try
        {
            _listener = new TcpListener(ListenIPAddress, (int)port);
            _listener.Start(64);
            HasPool = runPool;
            _ = Accept(_listener);
        }
        catch (Exception e)
        {
            Log.Error("[BASE HTTP SERVER]: Error - " + e.Message);
            Log.Error($"[BASE HTTP SERVER]: Tip: Do you have permission to listen on port {port}?");
            throw;
        }
    }

    /// <summary>Also ends the thread that sends the answers of all servers; nothing starts it again.</summary>
    public void Stop(bool stopPool = false)
    {
        _isSending = false;
        _listener?.Stop();
    }

    /// <summary>For tests: answers are sent again, as in another process.</summary>
    public static void StartAnew() => _isSending = true;

    private async Task Accept(TcpListener listener)
    {
        try
        {
            while (true)
                _ = Serve(await listener.AcceptTcpClientAsync());
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException or InvalidOperationException)
        {
            // Stopped.
        }
    }

    private async Task Serve(TcpClient client)
    {
        await Task.Yield();
        using TcpClient connection = client;
        try
        {
            using HttpReader reader = new(client);
            while (await reader.Read() is { } request)
            {
                HttpResponse response = Handle(request);
                if (!_isSending || !await response.SendTo(client.GetStream()))
                    return;
            }
        }
        catch (Exception e) when (e is IOException or SocketException or ObjectDisposedException)
        {
            // The reader has gone.
        }
    }

    private HttpResponse Handle(HttpRequest request)
    {
        HttpResponse response = new();
        string path = request.UriPath.Length > 1 && request.UriPath[^1] == '/' ? request.UriPath[..^1] : request.UriPath;
        if (request.HttpMethod == "OPTIONS")
            response.AddHeader("Access-Control-Allow-Origin", "*");
        else if (Find(path) is { } handler)
            handler.Handle(request, response);
        else
            response.StatusCode = 404;
        return response;
    }

    private ISimpleStreamHandler Find(string path)
    {
        if (_exact.TryGetValue(path, out ISimpleStreamHandler handler) || path.Length < 3)
            return handler;
        int end = path.IndexOf('/', 2);
        return end > 0 && end < path.Length - 1 && _below.TryGetValue(path[..end], out handler) ? handler : null;
    }
}
