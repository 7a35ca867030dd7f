using System.Net;
using System.Text;
using Mongoose.Core.Units;
using Mongoose.Network.Links;
using Mongoose.Runtime.Time;
using Mongoose.Runtime.Udp;
using Mongoose.Testbed.Region;
using Mongoose.Testbed.Region.Options;
using Mongoose.Tests.Client.Login;

namespace Mongoose.Tests.Client.Commands;

/// <summary>A grid on loopback in this process: a login service and capabilities over HTTP, and an embedded region over UDP.</summary>
internal sealed class HttpGrid : IDisposable
{
    public const string Password = "secret";

    private readonly HttpListener _http = new();
    private readonly RealTimeLoop _loop = new("region");
    private readonly EmbeddedRegion _region;
    private readonly UdpRelay _path;
    private readonly Task _serving;
    private int _logins;

    /// <param name="delay">The delay of the path to it, one way.</param>
    public HttpGrid(RegionOptions? region = null, Duration delay = default)
    {
        _region = _loop.Invoke(() => new EmbeddedRegion(_loop, _loop, UdpAddress.Loopback(), region ?? new RegionOptions()));
        LinkOptions link = new() { Delay = delay };
        _path = _loop.Invoke(() => new UdpRelay(_loop, _loop, _region.Address, link, link));
        LoginUri = new Uri($"http://127.0.0.1:{FreePort.OfTcpAndUdp()}/");
        _http.Prefixes.Add(LoginUri.AbsoluteUri);
        _http.Start();
        _serving = ServeAsync();
    }

    public Uri LoginUri { get; }

    /// <summary>The answer to a login with the correct password; null: an answer that opens a circuit.</summary>
    public string? Reply { get; set; }

    /// <summary>The region's features.</summary>
    public string Features { get; set; } = "<llsd><map /></llsd>";

    /// <summary>The region's answer to its seed capability; null: its event queue and its features.</summary>
    public string? Capabilities { get; set; }

    /// <summary>How far the login service's clock is ahead of this host's.</summary>
    public TimeSpan ClockAhead { get; set; }

    public int Logins => Volatile.Read(ref _logins);

    /// <summary>Closes the region; the login service continues.</summary>
    public void CloseRegion() => _loop.Invoke(_region.Dispose);

    /// <summary>The options of an account of this grid.</summary>
    public static string[] Account(Uri grid) =>
        ["-loginuri", grid.AbsoluteUri, "-firstname", "Test", "-lastname", "Bot{n}", "-password", Password];

    /// <summary>Runs the program with an account of this grid.</summary>
    public BotOutcome Run(params string[] arguments) => BotOutcome.Of(BotOutcome.With(Account(LoginUri), arguments));

    public void Dispose()
    {
        _http.Close();
        _serving.Wait(TimeSpan.FromSeconds(5));
        _loop.Invoke(_region.Dispose);
        _loop.Invoke(_path.Dispose);
        _loop.Dispose();
    }

    private async Task ServeAsync()
    {
        try
        {
            while (true)
                _ = AnswerAsync(await _http.GetContextAsync().ConfigureAwait(false));
        }
        catch (Exception exception) when (exception is HttpListenerException or ObjectDisposedException)
        {
            // The listener is closed.
        }
    }

    private async Task AnswerAsync(HttpListenerContext context)
    {
        try
        {
            using StreamReader reader = new(context.Request.InputStream, Encoding.UTF8);
            string question = await reader.ReadToEndAsync().ConfigureAwait(false);
            string path = context.Request.Url!.AbsolutePath;
            if (path.StartsWith("/queue", StringComparison.Ordinal))
                await Task.Delay(200).ConfigureAwait(false);
            byte[] answer = Encoding.UTF8.GetBytes(path switch
            {
                "/" => LogIn(question),
                "/seed" => Capabilities ?? OwnCapabilities(),
                "/features" => Features,
                _ => "<llsd><undef /></llsd>",
            });
            context.Response.ContentType = "text/xml; charset=utf-8";
            await context.Response.OutputStream.WriteAsync(answer).ConfigureAwait(false);
            context.Response.Close();
        }
        catch (Exception exception) when (exception is HttpListenerException or ObjectDisposedException or IOException)
        {
            // The client has disconnected, or the grid is closed.
        }
    }

    private string OwnCapabilities() =>
        $"<llsd><map><key>EventQueueGet</key><string>{LoginUri}queue</string>"
            + $"<key>SimulatorFeatures</key><string>{LoginUri}features</string></map></llsd>";

    private string LogIn(string call)
    {
        int number = Interlocked.Increment(ref _logins);
        // The MD5 of the password.
        if (!call.Contains("$1$5ebe2294ecd0e0f08eab7690d2a6ee69", StringComparison.Ordinal))
            return XmlRpcReply.Of(("login", "false"), ("reason", "key"), ("message", "Could not authenticate your avatar."));
        return Reply ?? XmlRpcReply.Of(("login", "true"), ("circuit_code", $"{number}"),
            ("agent_id", $"{new Guid(number, 0, 0, new byte[8])}"),
            ("session_id", $"{new Guid(number, 1, 0, new byte[8])}"), ("sim_ip", "127.0.0.1"), ("sim_port", $"{_path.Address.Port}"),
            ("seed_capability", $"{LoginUri}seed"), ("region_x", "256000"), ("region_y", "256000"),
            ("seconds_since_epoch", $"{(DateTimeOffset.UtcNow + ClockAhead).ToUnixTimeSeconds()}"));
    }
}
