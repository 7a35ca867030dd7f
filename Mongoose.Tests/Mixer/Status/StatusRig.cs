using System.Net;
using System.Net.Http.Headers;
using Mongoose.Core.Sending;
using Mongoose.Core.Units;
using Mongoose.Mixer.Runs;
using Mongoose.Mixer.Settings;
using Mongoose.Mixer.Status;
using Mongoose.Runtime.Udp;
using Mongoose.Voice.Conferences;

namespace Mongoose.Tests.Mixer.Status;

/// <summary>The page of a mixer whose peers do what a test says, and readers that speak real HTTP with it.</summary>
internal sealed class StatusRig : IDisposable
{
    private readonly HttpClient _client =
        new(new SocketsHttpHandler { AllowAutoRedirect = false, UseProxy = false }) { Timeout = TimeSpan.FromSeconds(20) };

    private readonly StatusService _service;
    private readonly List<string> _lines = [];
    private int _seconds;

    public StatusRig(string password = "", params PeerState[] peers)
    {
        Peers = peers;
        Settings = SettingsOf(peers) with
        {
            Status = new StatusSettings { Address = $"127.0.0.1:{FreePort.OfTcpAndUdp()}", Password = password },
        };
        _service = new StatusService(Settings, line =>
        {
            lock (_lines)
                _lines.Add(line);
        });
    }

    public MixerSettings Settings { get; }

    public PeerState[] Peers { get; set; }

    public Uri Address => new($"http://{_service.Address}/mongoose/");

    /// <summary>The lines for operators so far.</summary>
    public string[] Lines
    {
        get
        {
            lock (_lines)
                return [.. _lines];
        }
    }

    /// <summary>A peer that is open, hears one voice and is sent three, of which two are mixed.</summary>
    public static PeerState Open(string name, PeerRole role = PeerRole.Mixer) => Runs.ScriptedPeers.South(10) with
    {
        Name = name,
        Role = role,
        Heard = 1,
        Alone = 1,
        Mixed = 2,
    };

    public static MixerSettings SettingsOf(PeerState[] peers) => new()
    {
        Name = "north",
        Peers = peers.Select((peer, i) =>
            new PeerSettings { Port = 5000 + 2 * i, Options = new PeerOptions { Name = peer.Name, Role = peer.Role } }).ToArray(),
    };

    /// <summary>The figures of a second.</summary>
    public static MixerSecond Second(int second, params PeerState[] peers)
    {
        DelayHistogram lateness = new();
        lateness.Add(Duration.FromMilliseconds(3));
        return new MixerSecond(Instant.FromSeconds(second), Duration.FromSeconds(second),
            peers.Select(peer => new PeerSecond(second, peer, DataRate.FromKilobitsPerSecond(100), DataRate.FromKilobitsPerSecond(50)))
                .ToArray(),
            lateness, LateTime: Duration.Zero, MaxLateness: Duration.FromMilliseconds(3), WrongLines: 4);
    }

    /// <summary>Lets a second pass.</summary>
    public void Post() => _service.Post(Second(++_seconds, Peers));

    /// <summary>Lets a second pass, and waits until readers see it.</summary>
    public async Task Pass()
    {
        Post();
        string shown = "";
        for (int i = 0; i < 1000 && !shown.Contains($"\"point\":{_seconds},", StringComparison.Ordinal); i++)
            shown = await Text("data.json?after=99999", Settings.Status.Password);
        Assert.That(shown, Does.Contain($"\"point\":{_seconds},"));
    }

    public Task<HttpResponseMessage> Ask(string path, string password = "", string method = "GET", string? host = null)
    {
        HttpRequestMessage request = new(new HttpMethod(method), new Uri(Address, path));
        request.Headers.Host = host;
        if (password.Length > 0)
            request.Headers.Authorization = new AuthenticationHeaderValue("Bearer", password);
        return _client.SendAsync(request);
    }

    public async Task<HttpStatusCode> Status(string path, string password = "", string method = "GET", string? host = null)
    {
        using HttpResponseMessage answer = await Ask(path, password, method, host);
        return answer.StatusCode;
    }

    public async Task<string> Text(string path, string password = "")
    {
        using HttpResponseMessage answer = await Ask(path, password);
        return await answer.Content.ReadAsStringAsync();
    }

    public void Dispose()
    {
        _client.Dispose();
        _service.Dispose();
    }
}
