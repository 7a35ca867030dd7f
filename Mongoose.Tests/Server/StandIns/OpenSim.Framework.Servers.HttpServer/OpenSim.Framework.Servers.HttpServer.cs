using System.Collections;
using System.Collections.Specialized;
using System.Net;
using OpenMetaverse;
using OSHttpServer;

namespace OpenSim.Framework.Servers.HttpServer;

public interface IOSHttpRequest
{
    NameValueCollection Headers { get; }

    string HttpMethod { get; }

    NameValueCollection QueryString { get; }

    IPEndPoint RemoteIPEndPoint { get; }

    IPEndPoint LocalIPEndPoint { get; }

    Uri Url { get; }

    string UriPath { get; }
}

public interface IOSHttpResponse
{
    string ContentType { get; set; }

    bool KeepAlive { get; set; }

    byte[] RawBuffer { get; set; }

    int StatusCode { get; set; }

    void AddHeader(string key, string value);
}

public interface ISimpleStreamHandler
{
    string Path { get; }

    void Handle(IOSHttpRequest httpRequest, IOSHttpResponse httpResponse);
}

public abstract class SimpleBaseRequestHandler(string path)
{
    public string Path => path;
}

public class SimpleStreamHandler(string path, SimpleStreamMethod processRequest) : SimpleBaseRequestHandler(path), ISimpleStreamHandler
{
    public virtual void Handle(IOSHttpRequest httpRequest, IOSHttpResponse httpResponse)
    {
        try
        {
            processRequest(httpRequest, httpResponse);
        }
        catch
        {
            httpResponse.StatusCode = 500;
        }
    }
}

public delegate void SimpleStreamMethod(IOSHttpRequest httpRequest, IOSHttpResponse httpResponse);

public class OSHttpRequest(IHttpRequest req)
{
    protected readonly IHttpRequest m_request = req;

    /// <summary>For tests.</summary>
    public IHttpRequest Request => m_request;
}

/// <summary>A response to a request; a handler fills it.</summary>
public class OSHttpResponse(OSHttpRequest request)
{
    private readonly OSHttpServer.HttpResponse _response = new(request.Request);

    public byte[] RawBuffer
    {
        get => _response.RawBuffer;
        set => (_response.RawBuffer, _response.RawBufferLen) = (value, value.Length);
    }

    public int Priority
    {
        get => _response.Priority;
        set => _response.Priority = value;
    }

    public void Send() => _response.Send();
}

public delegate OSHttpResponse RequestMethod(UUID ID, OSHttpRequest request);

public delegate bool HasEventsMethod(UUID requestID, UUID pId);

public delegate Hashtable GetEventsMethod(UUID requestID, UUID pId);

public delegate void DropMethod(UUID requestID, UUID pId);

public class PollServiceEventArgs : EventArgs
{
    public HasEventsMethod HasEvents;
    public GetEventsMethod GetEvents;
    public RequestMethod Request;
    public DropMethod Drop;
    public int TimeOutms = int.MaxValue;
}
