using System;
using System.Collections.Specialized;
using System.IO;
using System.Net;
using System.Net.Sockets;

namespace OSHttpServer;

public enum ConnectionType
{
}

public sealed class RequestCookies
{
    private RequestCookies() => throw null;
}

public class HTTPNetworkContext
{
    private HTTPNetworkContext() => throw null;
}

public class DisconnectedEventArgs : EventArgs
{
    private DisconnectedEventArgs() => throw null;
}

public class RequestEventArgs : EventArgs
{
    private RequestEventArgs() => throw null;
}

public class HttpClientContext
{
    public int m_maxRequests;

    private HttpClientContext() => throw null;
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

public class HttpResponse
{
    private HttpResponse() => throw null;

    public byte[] RawBuffer => throw null;

    public int RawBufferLen => throw null;

    public int Priority => throw null;

    public bool SendNextAsync(int bytesLimit) => throw null;

    public void CheckSendNextAsyncContinue() => throw null;
}
