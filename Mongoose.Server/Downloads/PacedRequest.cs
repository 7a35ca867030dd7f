using System.Collections.Specialized;
using System.Net;
using OSHttpServer;

namespace Mongoose.Server.Downloads;

/// <summary>A request of OpenSim's HTTP server whose response passes through the pacer. All other members are the request's own.</summary>
internal sealed class PacedRequest(IHttpRequest inner, IHttpClientContext context) : IHttpRequest
{
    public IHttpClientContext Context => context;

    public string[] AcceptTypes => inner.AcceptTypes;

    public uint ID => inner.ID;

    public Stream Body
    {
        get => inner.Body;
        set => inner.Body = value;
    }

    public ConnectionType Connection
    {
        get => inner.Connection;
        set => inner.Connection = value;
    }

    public int ContentLength
    {
        get => inner.ContentLength;
        set => inner.ContentLength = value;
    }

    public RequestCookies Cookies => inner.Cookies;

    public NameValueCollection Headers => inner.Headers;

    public string HttpVersion
    {
        get => inner.HttpVersion;
        set => inner.HttpVersion = value;
    }

    public bool IsAjax => inner.IsAjax;

    public string Method
    {
        get => inner.Method;
        set => inner.Method = value;
    }

    public NameValueCollection QueryString => inner.QueryString;

    public Uri Uri
    {
        get => inner.Uri;
        set => inner.Uri = value;
    }

    public string UriPath
    {
        get => inner.UriPath;
        set => inner.UriPath = value;
    }

    public IPEndPoint LocalIPEndPoint => inner.LocalIPEndPoint;

    public IPEndPoint RemoteIPEndPoint => inner.RemoteIPEndPoint;

    public double ArrivalTS
    {
        get => inner.ArrivalTS;
        set => inner.ArrivalTS = value;
    }

    public void AddHeader(string name, string value) => inner.AddHeader(name, value);

    public int AddToBody(byte[] bytes, int offset, int length) => inner.AddToBody(bytes, offset, length);

    public void Clear() => inner.Clear();

    public void SetCookies(RequestCookies cookies) => inner.SetCookies(cookies);
}
