using System.Collections.Specialized;
using System.Net;
using System.Net.Sockets;

namespace OSHttpServer;

public enum ConnectionType
{
    Close,
    KeepAlive,
}

public sealed class RequestCookies
{
}

public class HTTPNetworkContext
{
}

public class DisconnectedEventArgs : EventArgs
{
}

public class RequestEventArgs : EventArgs
{
}

/// <summary>A connection, which hands each response out whole unless somebody else takes it in pieces.</summary>
public class HttpClientContext(Socket socket, Stream secured = null) : IHttpClientContext
{
    public int m_maxRequests = 20;

    private Socket m_sock = socket;

    public event EventHandler<DisconnectedEventArgs> Disconnected;

    public event EventHandler<RequestEventArgs> RequestReceived;

    /// <summary>For tests: the responses that ended, with what the connection does then.</summary>
    public System.Collections.Concurrent.ConcurrentQueue<(uint Request, ConnectionType Connection)> Ended { get; } = new();

    public string SSLCommonName => "";

    public IPEndPoint LocalIPEndPoint { get; set; }

    public bool IsSecured => secured is not null;

    public int contextID => 1;

    public int TimeoutKeepAlive { get; set; } = 30_000;

    /// <summary>At most 20.</summary>
    public int MaxRequests
    {
        get => m_maxRequests;
        set => m_maxRequests = Math.Clamp(value, 1, 20);
    }

    public bool IsClosing { get; private set; }

    /// <summary>For tests: what happens when bytes are to be sent.</summary>
    public Action Sending { get; set; }

    /// <summary>For tests: called when somebody asks whether bytes can be sent.</summary>
    public Action Checking { get; set; }

    public bool CanSend()
    {
        Checking?.Invoke();
        return IsOpen;
    }

    private bool IsOpen => !IsClosing && m_sock is { Connected: true };

    public bool IsSending() => false;

    public void Disconnect(SocketError error)
    {
        IsClosing = true;
        m_sock?.Close();
        m_sock = null;
        Disconnected?.Invoke(this, null);
    }

    public void Respond(string httpVersion, HttpStatusCode statusCode, string reason, string body, string contentType) =>
        throw new NotSupportedException();

    public void Respond(string httpVersion, HttpStatusCode statusCode, string reason) => throw new NotSupportedException();

    public bool Send(byte[] buffer) => Send(buffer, 0, buffer.Length);

    public bool Send(byte[] buffer, int offset, int size)
    {
        if (!IsOpen)
            return false;
        Sending?.Invoke();
        if (secured is not null)
            secured.Write(buffer, offset, size);
        else
            m_sock.Send(buffer, offset, size, SocketFlags.None);
        return true;
    }

    public bool SendAsyncStart(byte[] buffer, int offset, int size) => Send(buffer, offset, size);

    public void Close() => Disconnect(SocketError.Success);

    public HTTPNetworkContext GiveMeTheNetworkStreamIKnowWhatImDoing() => throw new NotSupportedException();

    public void StartSendResponse(HttpResponse response)
    {
        while (response.SendNextAsync(131_072))
            response.CheckSendNextAsyncContinue();
    }

    public void ContinueSendResponse()
    {
    }

    public void EndSendResponse(uint requestID, ConnectionType connection)
    {
        Ended.Enqueue((requestID, connection));
        RequestReceived?.Invoke(this, null);
    }

    public bool TrySendResponse(int limit) => throw new NotSupportedException();
}

public interface IHttpRequest
{
    string[] AcceptTypes { get; }

    uint ID { get; }

    Stream Body { get; set; }

    ConnectionType Connection { get; set; }

    IHttpClientContext Context { get; }

    int ContentLength { get; set; }

    RequestCookies Cookies { get; }

    NameValueCollection Headers { get; }

    string HttpVersion { get; set; }

    bool IsAjax { get; }

    string Method { get; set; }

    NameValueCollection QueryString { get; }

    Uri Uri { get; set; }

    string UriPath { get; set; }

    IPEndPoint LocalIPEndPoint { get; }

    IPEndPoint RemoteIPEndPoint { get; }

    double ArrivalTS { get; set; }

    void AddHeader(string name, string value);

    int AddToBody(byte[] bytes, int offset, int length);

    void Clear();

    void SetCookies(RequestCookies cookies);
}

public interface IHttpClientContext
{
    event EventHandler<DisconnectedEventArgs> Disconnected;

    event EventHandler<RequestEventArgs> RequestReceived;

    string SSLCommonName { get; }

    IPEndPoint LocalIPEndPoint { get; set; }

    bool IsSecured { get; }

    int contextID { get; }

    int TimeoutKeepAlive { get; set; }

    int MaxRequests { get; set; }

    bool IsClosing { get; }

    bool CanSend();

    bool IsSending();

    void Disconnect(SocketError error);

    void Respond(string httpVersion, HttpStatusCode statusCode, string reason, string body, string contentType);

    void Respond(string httpVersion, HttpStatusCode statusCode, string reason);

    bool Send(byte[] buffer);

    bool Send(byte[] buffer, int offset, int size);

    bool SendAsyncStart(byte[] buffer, int offset, int size);

    void Close();

    HTTPNetworkContext GiveMeTheNetworkStreamIKnowWhatImDoing();

    void StartSendResponse(HttpResponse response);

    void ContinueSendResponse();

    void EndSendResponse(uint requestID, ConnectionType connection);

    bool TrySendResponse(int limit);
}

/// <summary>A response: headers, then its buffer in pieces of the size that its sender asks for.</summary>
public class HttpResponse(IHttpRequest request)
{
    private byte[] _headers;
    private int _start;

    public byte[] RawBuffer { get; set; }

    public int RawBufferLen { get; set; }

    public int Priority { get; set; }

    public bool Sent { get; private set; }

    public void Send()
    {
        if (request.Context.IsClosing)
            return;
        if (Sent)
            throw new InvalidOperationException("Everything have already been sent.");
        if (request.Context.MaxRequests == 0)
            request.Connection = ConnectionType.Close;
        _headers = System.Text.Encoding.ASCII.GetBytes($"HTTP/1.1 200 OK\r\nContent-Length: {RawBufferLen}\r\n\r\n");
        request.Context.StartSendResponse(this);
    }

    public bool SendNextAsync(int bytesLimit)
    {
        if (Sent)
            return false;
        if (_headers is { } headers)
            return request.Context.SendAsyncStart(headers, 0, headers.Length) || End(false);
        int bytes = Math.Min(bytesLimit, RawBufferLen);
        (byte[] buffer, int start) = (RawBuffer, _start);
        (RawBufferLen, _start) = (RawBufferLen - bytes, start + bytes);
        if (RawBufferLen == 0)
            RawBuffer = null;
        return request.Context.SendAsyncStart(buffer, start, bytes) || End(false);
    }

    public void CheckSendNextAsyncContinue()
    {
        _headers = null;
        if (RawBuffer is null)
            End(true);
        else
            request.Context.ContinueSendResponse();
    }

    private bool End(bool isWhole)
    {
        Sent = true;
        if (isWhole)
            request.Context.EndSendResponse(request.ID, request.Connection);
        return false;
    }
}
