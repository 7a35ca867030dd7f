using System.Globalization;
using System.Net;
using System.Security.Cryptography;
using System.Text;
using System.Text.RegularExpressions;
using Mongoose.Runtime.Udp;

namespace Mongoose.Server.Tests.Status.Page;

/// <summary>Serves the page of the repository on loopback, under the policy that it must live with, and made up figures.</summary>
internal sealed class PageServer : IDisposable
{
    private const string Folder = "/mongoose/";

    private readonly HttpListener _listener = new();
    private readonly string _policy;

    public PageServer()
    {
        string page = Encoding.UTF8.GetString(PageBytes);
        _policy = "default-src 'none'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; " +
            $"style-src '{Hash(page, "style")}'; script-src '{Hash(page, "script")}'";
        string root = $"http://127.0.0.1:{FreePort.OfTcpAndUdp()}";
        Address = new Uri(root + Folder);
        _listener.Prefixes.Add(root + "/");
        _listener.Start();
        _ = Task.Run(Serve);
    }

    public static byte[] PageBytes { get; } =
        File.ReadAllBytes(Path.Combine(Repository.Root(), "Mongoose.Core", "Status", "Page", "page.html"));

    /// <summary>The page's address.</summary>
    public Uri Address { get; }

    /// <summary>What data.json contains; the arguments are <c>after</c>, and <c>visitor</c> if it is there.</summary>
    public Func<long, long?, string> Figures { get; set; } = (_, _) => throw new InvalidOperationException("no figures");

    /// <summary>The status of data.json: 200 with figures, another without, 0 for a region that does not answer.</summary>
    public int Status { get; set; } = 200;

    public void Dispose() => _listener.Close();

    private async Task Serve()
    {
        while (_listener.IsListening)
        {
            try
            {
                Answer(await _listener.GetContextAsync());
            }
            catch (Exception end) when (end is HttpListenerException or IOException or InvalidOperationException)
            {
                // Closed by Dispose, or the browser has aborted this connection.
            }
        }
    }

    private void Answer(HttpListenerContext context)
    {
        HttpListenerResponse response = context.Response;
        switch (context.Request.Url!.AbsolutePath)
        {
            case Folder:
                response.Headers["Content-Security-Policy"] = _policy;
                Send(response, "text/html; charset=utf-8", PageBytes);
                break;
            case Folder + "data.json" when Status == 0:
                response.Abort();
                break;
            case Folder + "data.json" when Status == 200:
                string? visitor = context.Request.QueryString["visitor"];
                Send(response, "application/json", Encoding.UTF8.GetBytes(
                    Figures(Number(context.Request.QueryString["after"]!), visitor is null ? null : Number(visitor))));
                break;
            case Folder + "data.json":
                response.StatusCode = Status;
                response.Close();
                break;
            default:
                response.StatusCode = 404;
                response.Close();
                break;
        }
    }

    private static long Number(string text) => long.Parse(text, CultureInfo.InvariantCulture);

    private static void Send(HttpListenerResponse response, string type, byte[] body)
    {
        response.ContentType = type;
        response.Headers["X-Content-Type-Options"] = "nosniff";
        response.Close(body, willBlock: true);
    }

    /// <summary>The hash of the only element of a name, for the policy.</summary>
    private static string Hash(string page, string element)
    {
        string content = Regex.Matches(page, $"<{element}>(.*?)</{element}>", RegexOptions.Singleline).Single().Groups[1].Value;
        return "sha256-" + Convert.ToBase64String(SHA256.HashData(Encoding.UTF8.GetBytes(content)));
    }
}
