using System.Net;
using System.Net.Sockets;
using Mongoose.Core.Downloads;
using Mongoose.Core.Status.Arrivals;
using OSHttpServer;

namespace Mongoose.Server.Downloads;

/// <summary>
/// A connection of OpenSim's HTTP server, as the response to one request sees it. A response that OpenSim starts to send waits here for the
/// pacer, which takes the response in pieces. All other members are the connection's own.
/// </summary>
/// <param name="request">The request on OpenSim's connection.</param>
/// <param name="sent">Bytes that the connection has sent.</param>
/// <param name="visitor">Paces the response; null if OpenSim sends it.</param>
/// <param name="counters">Counts the bytes sent.</param>
/// <param name="cap">The capability's place in <see cref="DownloadCounters.Names"/>.</param>
internal sealed class PacedContext(
    IHttpRequest request, Socket socket, long sent, VisitorDownloads? visitor, DownloadCounters counters, int cap)
    : IHttpClientContext, IDownload
{
    /// <summary>Responses up to this many bytes go first.</summary>
    private const int ShortBytes = 8192;

    /// <summary>OpenSim's priority of responses that go before textures and meshes.</summary>
    private const int AssetPriority = 1;

    /// <summary>Approximate size of a response's headers.</summary>
    private const int HeaderBytes = 400;

    private readonly IHttpClientContext _inner = request.Context;
    private HttpResponse? _response;
    private int _pieceBytes;
    private long _written = sent, _startedAt;
    private (uint Request, ConnectionType Connection)? _end;
    private bool _wroteHeaders;
    private volatile bool _isUnpaced = visitor is null, _hasStarted;

    public event EventHandler<DisconnectedEventArgs> Disconnected
    {
        add => _inner.Disconnected += value;
        remove => _inner.Disconnected -= value;
    }

    public event EventHandler<RequestEventArgs> RequestReceived
    {
        add => _inner.RequestReceived += value;
        remove => _inner.RequestReceived -= value;
    }

    /// <summary>The request as OpenSim's handlers see it, so that its response passes through here.</summary>
    public IHttpRequest WrapRequest() => new PacedRequest(request, this);

    public string SSLCommonName => _inner.SSLCommonName;

    public IPEndPoint LocalIPEndPoint
    {
        get => _inner.LocalIPEndPoint;
        set => _inner.LocalIPEndPoint = value;
    }

    public bool IsSecured => _inner.IsSecured;

    public int contextID => _inner.contextID;

    public int TimeoutKeepAlive
    {
        get => _inner.TimeoutKeepAlive;
        set => _inner.TimeoutKeepAlive = value;
    }

    public int MaxRequests
    {
        get => _inner.MaxRequests;
        set => _inner.MaxRequests = value;
    }

    /// <summary>A response that has been started is not started again: OpenSim does nothing on a closing connection.</summary>
    public bool IsClosing => _hasStarted || _inner.IsClosing;

    public object Connection => _inner;

    /// <summary>The asset that was asked for; empty if it is unknown.</summary>
    public Guid Asset { get; init; }

    public DownloadOrder Order { get; private set; }

    public long RemainingBytes => _response is { } response ? Math.Max(1, BodyBytes(response) + (_wroteHeaders ? 0 : HeaderBytes)) : 0;

    public bool CanWrite
    {
        get
        {
            try
            {
                return socket.Poll(0, SelectMode.SelectWrite);
            }
            catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
            {
                return false;
            }
        }
    }

    public bool TryRead(out ConnectionState state)
    {
        state = default;
        try
        {
            return _inner.CanSend() && TcpState.TryRead(socket, _written, out state);
        }
        catch (Exception exception) when (IsClosed(exception))
        {
            return false;
        }
    }

    /// <summary>OpenSim's response to the present request is ready: it waits for its turn.</summary>
    public void StartSendResponse(HttpResponse response)
    {
        if (_isUnpaced)
        {
            _inner.StartSendResponse(response);
            return;
        }
        Order = BodyBytes(response) <= ShortBytes
            ? DownloadOrder.Short
            : response.Priority <= AssetPriority ? DownloadOrder.Asset : DownloadOrder.Bulk;
        (_response, _wroteHeaders, _startedAt) = (response, false, Environment.TickCount64);
        visitor!.Begin(this);
    }

    public int Write(int bytes)
    {
        try
        {
            return WritePiece(bytes);
        }
        catch (Exception exception)
        {
            if (!IsClosed(exception))
                visitor!.Report(exception);
            return -1;
        }
    }

    private int WritePiece(int bytes)
    {
        (_pieceBytes, _end) = (0, null);
        HttpResponse response = _response!;
        int responses = _wroteHeaders ? 0 : 1;
        while (_pieceBytes < bytes && _end is null && response.SendNextAsync(bytes - _pieceBytes))
        {
            response.CheckSendNextAsyncContinue();
            _wroteHeaders = true;
        }
        int piece = _pieceBytes;
        if (piece > 0 && !_inner.Send(visitor!.PieceOf(piece), 0, piece))
            return -1;
        counters.CountBytes(cap, piece);
        if (piece > 0)
            visitor!.Ledger?.Count(new AssetCost(DownloadCounters.Names[cap], Asset, piece, Times: responses));
        _written += piece;
        _pieceBytes = 0;
        if (_end is { } end)
        {
            _response = null;
            End(end);
        }
        // A response that sends nothing and does not end has lost its connection.
        return piece == 0 && _end is null ? -1 : piece;
    }

    /// <summary>OpenSim sends the rest of the response, as without Mongoose.</summary>
    public void GiveUp()
    {
        _isUnpaced = true;
        if (Interlocked.Exchange(ref _response, null) is not { } response)
            return;
        try
        {
            if (_pieceBytes > 0)
            {
                // The response is already past a piece that was not sent: the rest would leave a gap.
                Abort();
                return;
            }
            // On a closed connection, nothing is sent, paced or not.
            if (_inner.CanSend())
                counters.Unpaced.Increment();
            _inner.StartSendResponse(response);
        }
        catch (Exception exception) when (IsClosed(exception))
        {
            // The client has closed the connection, so the rest of the response is dropped.
        }
    }

    /// <summary>Closes the connection: the viewer asks again. OpenSim's method throws nothing.</summary>
    public void Abort() => _inner.Disconnect(SocketError.Fault);

    /// <summary>The response has been started.</summary>
    public void MarkStarted() => _hasStarted = true;

    /// <summary>Appends the response's next data to the present piece.</summary>
    public bool SendAsyncStart(byte[] buffer, int offset, int size)
    {
        if (_isUnpaced)
            return _inner.SendAsyncStart(buffer, offset, size);
        Buffer.BlockCopy(buffer, offset, visitor!.PieceOf(_pieceBytes + size), _pieceBytes, size);
        _pieceBytes += size;
        return true;
    }

    public void ContinueSendResponse()
    {
        if (_isUnpaced)
            _inner.ContinueSendResponse();
    }

    public void EndSendResponse(uint requestID, ConnectionType connection)
    {
        if (_isUnpaced || _response is null)
            _inner.EndSendResponse(requestID, connection);
        else
            _end = (requestID, connection);
    }

    public bool CanSend() => _inner.CanSend();

    public bool IsSending() => _response is not null || _inner.IsSending();

    public void Disconnect(SocketError error) => _inner.Disconnect(error);

    public void Respond(string httpVersion, HttpStatusCode statusCode, string reason, string body, string contentType) =>
        _inner.Respond(httpVersion, statusCode, reason, body, contentType);

    public void Respond(string httpVersion, HttpStatusCode statusCode, string reason) => _inner.Respond(httpVersion, statusCode, reason);

    public bool Send(byte[] buffer) => _inner.Send(buffer);

    public bool Send(byte[] buffer, int offset, int size) => _inner.Send(buffer, offset, size);

    public void Close() => _inner.Close();

    public HTTPNetworkContext GiveMeTheNetworkStreamIKnowWhatImDoing() => _inner.GiveMeTheNetworkStreamIKnowWhatImDoing();

    public bool TrySendResponse(int limit) => _inner.TrySendResponse(limit);

    /// <summary>Whether an exception means that OpenSim has closed the connection on another thread, as it may at any moment.</summary>
    private static bool IsClosed(Exception exception) => exception is NullReferenceException;

    private static int BodyBytes(HttpResponse response) => response.RawBuffer is null ? 0 : Math.Max(0, response.RawBufferLen);

    private void End((uint Request, ConnectionType Connection) end)
    {
        counters.CountResponse(cap, Environment.TickCount64 - _startedAt);
        // The inner EndSendResponse may serve the connection's next request at once, so it runs on another thread.
        ThreadPool.UnsafeQueueUserWorkItem(static state => state.Context.EndInner(state.end), (Context: this, end), preferLocal: false);
    }

    /// <summary>OpenSim may close the connection at this moment; an exception would end the process.</summary>
    private void EndInner((uint Request, ConnectionType Connection) end)
    {
        try
        {
            _inner.EndSendResponse(end.Request, end.Connection);
        }
        catch (Exception exception)
        {
            if (IsClosed(exception))
                return;
            visitor!.Report(exception);
            Abort();
        }
    }
}
