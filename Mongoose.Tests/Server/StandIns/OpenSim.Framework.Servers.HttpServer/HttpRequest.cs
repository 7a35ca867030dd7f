using System.Collections.Specialized;
using System.Net;
using System.Web;

namespace OpenSim.Framework.Servers.HttpServer;

internal sealed class HttpRequest : IOSHttpRequest
{
    private readonly string _target;

    public HttpRequest(string method, string target, IPEndPoint reader)
    {
        _target = target;
        (HttpMethod, LocalIPEndPoint) = (method, reader);
        Headers["remote_addr"] = reader.Address.ToString();
    }

    public NameValueCollection Headers { get; } = [];

    public string HttpMethod { get; }

    public NameValueCollection QueryString => HttpUtility.ParseQueryString(Url.Query);

    /// <summary>Believes X-Forwarded-For, like the original.</summary>
    public IPEndPoint RemoteIPEndPoint => IPAddress.TryParse(Headers["x-forwarded-for"], out IPAddress forwarded)
        ? new IPEndPoint(forwarded, LocalIPEndPoint.Port) : LocalIPEndPoint;

    /// <summary>Despite its name, the other end of the connection.</summary>
    public IPEndPoint LocalIPEndPoint { get; }

    public Uri Url { get; private set; }

    public string UriPath => Url.AbsolutePath;

    public void Add(string name, string value)
    {
        if (name == "host")
            Url = Uri.TryCreate("http://" + value + _target, UriKind.Absolute, out Uri url) ? url : null;
        else if (name == "x-forwarded-for")
            Headers.Add(name, value.Split(',')[0].Trim());
        else if (name != "remote_addr")
            Headers.Add(name, value);
    }
}
