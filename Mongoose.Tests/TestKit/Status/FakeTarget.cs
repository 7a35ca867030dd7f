using System.Net;
using System.Text;
using Mongoose.Runtime.Udp;

namespace Mongoose.TestKit.Status;

/// <summary>A server on a free loopback port that answers as a region's page of metrics does. Counters grow with each answer.</summary>
internal sealed class FakeTarget : IDisposable
{
    /// <summary>Another test may take a port between the search for a free one and its use.</summary>
    private const int Attempts = 5;

    private readonly HttpListener _listener;
    private readonly string? _password;
    private int _answers;

    /// <param name="password">Demanded as Basic; null for none.</param>
    public FakeTarget(string? password = null)
    {
        _password = password;
        (_listener, Address) = Listen(Attempts);
        _listener.BeginGetContext(Answer, null);
    }

    public Uri Address { get; }

    public void Dispose() => _listener.Close();

    private static (HttpListener Listener, Uri Address) Listen(int attempts)
    {
        Uri address = new($"http://127.0.0.1:{FreePort.OfTcpAndUdp()}/mongoose/metrics");
        HttpListener listener = new();
        listener.Prefixes.Add(address.GetLeftPart(UriPartial.Authority) + "/");
        try
        {
            listener.Start();
            return (listener, address);
        }
        catch (HttpListenerException) when (attempts > 1)
        {
            return Listen(attempts - 1);
        }
    }

    private void Answer(IAsyncResult result)
    {
        try
        {
            HttpListenerContext context = _listener.EndGetContext(result);
            _listener.BeginGetContext(Answer, null);
            Answer(context.Request, context.Response);
        }
        catch (Exception exception) when (exception is HttpListenerException or ObjectDisposedException or InvalidOperationException)
        {
            // The test has ended.
        }
    }

    private void Answer(HttpListenerRequest request, HttpListenerResponse response)
    {
        bool isAllowed = _password is null
            || request.Headers["Authorization"] == "Basic " + Convert.ToBase64String(Encoding.UTF8.GetBytes($"any:{_password}"));
        response.StatusCode = isAllowed ? 200 : 401;
        response.ContentType = "text/plain; version=0.0.4; charset=utf-8";
        response.Close(isAllowed ? Encoding.UTF8.GetBytes(SampleMetrics.Text(Interlocked.Increment(ref _answers))) : [], willBlock: false);
    }
}
