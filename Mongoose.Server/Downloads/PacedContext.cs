using System.Net;
using System.Net.Sockets;
using Mongoose.Core.Downloads;
using OSHttpServer;

namespace Mongoose.Server.Downloads;

/// <summary>
/// A connection of OpenSim's HTTP server, as the response to one request sees it. A response that OpenSim starts to send waits here for the pacer, which takes
/// it in pieces. All else is the connection's own.
/// </summary>
/// <param name="inner">OpenSim's connection.</param>
/// <param name="socket">The connection's socket.</param>
/// <param name="visitor">Paces the responses.</param>
internal sealed class PacedContext(IHttpClientContext inner, Socket socket, VisitorDownloads visitor) : IHttpClientContext, IDownload
{
    /// <summary>Responses up to this many bytes go first.</summary>
    private const int ShortBytes = 8192;

    /// <summary>OpenSim's priority of responses that go before textures and meshes.</summary>
    private const int AssetPriority = 1;

    /// <summary>About the bytes of a response's headers.</summary>
    private const int HeaderBytes = 400;

    private HttpResponse? _response;
    private byte[] _piece = [];
    private int _pieceBytes;
    private (uint Request, ConnectionType Connection)? _end;
    private bool _hasHeaders;
    private volatile bool _isUnpaced;

    public event EventHandler<DisconnectedEventArgs> Disconnected
    {
        add => inner.Disconnected += value;
        remove => inner.Disconnected -= value;
    }

    public event EventHandler<RequestEventArgs> RequestReceived
    {
        add => inner.RequestReceived += value;
        remove => inner.RequestReceived -= value;
    }

    public string SSLCommonName => inner.SSLCommonName;

    public IPEndPoint LocalIPEndPoint
    {
        get => inner.LocalIPEndPoint;
        set => inner.LocalIPEndPoint = value;
    }

    public bool IsSecured => inner.IsSecured;

    public int contextID => inner.contextID;

    public int TimeoutKeepAlive
    {
        get => inner.TimeoutKeepAlive;
        set => inner.TimeoutKeepAlive = value;
    }

    public int MaxRequests
    {
        get => inner.MaxRequests;
        set => inner.MaxRequests = value;
    }

    public bool IsClosing => inner.IsClosing;

    public bool CanWrite => socket.Poll(0, SelectMode.SelectWrite);

    public DownloadOrder Order { get; private set; }

    public long RemainingBytes => _response is { } response ? Math.Max(1, BodyBytes(response) + (_hasHeaders ? 0 : HeaderBytes)) : 0;

    public bool TryRead(out ConnectionState state)
    {
        state = default;
        return inner.CanSend() && TcpState.TryRead(socket, out state);
    }

    /// <summary>The response of core to the present request is ready: it waits for its turn.</summary>
    public void StartSendResponse(HttpResponse response)
    {
        if (_isUnpaced)
        {
            inner.StartSendResponse(response);
            return;
        }
        Order = BodyBytes(response) <= ShortBytes ? DownloadOrder.Short : response.Priority <= AssetPriority ? DownloadOrder.Asset : DownloadOrder.Bulk;
        (_response, _hasHeaders) = (response, false);
        visitor.Begin(this);
    }

    public bool Write(int bytes)
    {
        (_pieceBytes, _end) = (0, null);
        HttpResponse response = _response!;
        while (_pieceBytes < bytes && _end is null)
        {
            if (!response.SendNextAsync(bytes - _pieceBytes))
                break;
            response.CheckSendNextAsyncContinue();
            _hasHeaders = true;
        }
        bool works = _pieceBytes == 0 || inner.Send(_piece, 0, _pieceBytes);
        if (works && _end is null)
            return true;
        _response = null;
        if (_end is { } end && works)
            // OpenSim may serve the next request of the connection at once, on this thread if it is not given another one.
            ThreadPool.UnsafeQueueUserWorkItem(static state => state.Inner.EndSendResponse(state.Request, state.Connection),
                (Inner: inner, end.Request, end.Connection), preferLocal: false);
        return works;
    }

    /// <summary>OpenSim sends the rest of the response, as without Mongoose.</summary>
    public void FinishUnpaced()
    {
        _isUnpaced = true;
        if (Interlocked.Exchange(ref _response, null) is { } response)
            inner.StartSendResponse(response);
    }

    /// <summary>Takes what the response wants to send next into the present piece.</summary>
    public bool SendAsyncStart(byte[] buffer, int offset, int size)
    {
        if (_isUnpaced)
            return inner.SendAsyncStart(buffer, offset, size);
        if (_piece.Length < _pieceBytes + size)
            Array.Resize(ref _piece, Math.Max(_pieceBytes + size, 2 * _piece.Length));
        Buffer.BlockCopy(buffer, offset, _piece, _pieceBytes, size);
        _pieceBytes += size;
        return true;
    }

    public void ContinueSendResponse()
    {
        if (_isUnpaced)
            inner.ContinueSendResponse();
    }

    public void EndSendResponse(uint requestID, ConnectionType connection)
    {
        if (_isUnpaced || _response is null)
            inner.EndSendResponse(requestID, connection);
        else
            _end = (requestID, connection);
    }

    public bool CanSend() => inner.CanSend();

    public bool IsSending() => _response is not null || inner.IsSending();

    public void Disconnect(SocketError error) => inner.Disconnect(error);

    public void Respond(string httpVersion, HttpStatusCode statusCode, string reason, string body, string contentType) =>
        inner.Respond(httpVersion, statusCode, reason, body, contentType);

    public void Respond(string httpVersion, HttpStatusCode statusCode, string reason) => inner.Respond(httpVersion, statusCode, reason);

    public bool Send(byte[] buffer) => inner.Send(buffer);

    public bool Send(byte[] buffer, int offset, int size) => inner.Send(buffer, offset, size);

    public void Close() => inner.Close();

    public HTTPNetworkContext GiveMeTheNetworkStreamIKnowWhatImDoing() => inner.GiveMeTheNetworkStreamIKnowWhatImDoing();

    public bool TrySendResponse(int limit) => inner.TrySendResponse(limit);

    private static int BodyBytes(HttpResponse response) => response.RawBuffer is null ? 0 : Math.Max(0, response.RawBufferLen);
}
