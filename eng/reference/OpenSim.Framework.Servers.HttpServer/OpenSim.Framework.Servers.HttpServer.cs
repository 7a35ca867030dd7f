using System;
using System.Collections;
using System.Collections.Specialized;
using System.Net;
using OpenMetaverse;
using OSHttpServer;

namespace OpenSim.Framework.Servers.HttpServer;

public class BaseHttpServer
{
    public BaseHttpServer(uint port) => throw null;

    public IPAddress ListenIPAddress { set => throw null; }

    public void AddSimpleStreamHandler(ISimpleStreamHandler handler, bool varPath = false) => throw null;

    public void RemoveSimpleStreamHandler(string path) => throw null;

    public void Start(bool performPollResponsesAsync, bool runPool) => throw null;
}

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
    string ContentType { set; }

    bool KeepAlive { set; }

    byte[] RawBuffer { set; }

    int StatusCode { set; }

    void AddHeader(string key, string value);
}

public interface ISimpleStreamHandler
{
}

public abstract class SimpleBaseRequestHandler
{
    protected SimpleBaseRequestHandler(string path) => throw null;
}

public class SimpleStreamHandler : SimpleBaseRequestHandler, ISimpleStreamHandler
{
    public SimpleStreamHandler(string path, SimpleStreamMethod processRequest) : base(path) => throw null;
}

public delegate void SimpleStreamMethod(IOSHttpRequest httpRequest, IOSHttpResponse httpResponse);

public class OSHttpRequest
{
    public OSHttpRequest(IHttpRequest req) => throw null;
}

public class OSHttpResponse
{
    private OSHttpResponse() => throw null;

    public void Send() => throw null;
}

public delegate void DropMethod(UUID requestID, UUID pId);

public delegate Hashtable GetEventsMethod(UUID requestID, UUID pId);

public delegate bool HasEventsMethod(UUID requestID, UUID pId);

public delegate OSHttpResponse RequestMethod(UUID ID, OSHttpRequest request);

public class PollServiceEventArgs : EventArgs
{
    public DropMethod Drop;

    public GetEventsMethod GetEvents;

    public HasEventsMethod HasEvents;

    public RequestMethod Request;

    public int TimeOutms;

    private PollServiceEventArgs() => throw null;
}
