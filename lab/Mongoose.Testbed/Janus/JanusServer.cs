using System.Diagnostics;
using Mongoose.Runtime.Udp;

namespace Mongoose.Testbed.Janus;

/// <summary>
/// Runs the host's Janus on loopback ports, with a temporary configuration that loads only the AudioBridge and the HTTP transport.
/// </summary>
internal sealed class JanusServer : IDisposable
{
    private static readonly TimeSpan StartTimeout = TimeSpan.FromSeconds(20);

    private const string Program = "/usr/bin/janus";

    /// <summary>
    /// A server has a random block of this many ports for plain RTP, below <see cref="FreeUdpPorts"/>; participants take even ports.
    /// </summary>
    private const int BlockPorts = 400;

    private const int FirstMediaPort = 10_000;

    private readonly string _folder;
    private readonly int _port = FreePort.OfTcpAndUdp();
    private Process? _process;

    private JanusServer(string folder) => _folder = folder;

    /// <summary>The address of the server's API.</summary>
    public Uri Address => new($"http://127.0.0.1:{_port}/janus");

    /// <summary>The id of the running process.</summary>
    /// <exception cref="InvalidOperationException">Janus is not running.</exception>
    public int ProcessId => _process?.Id ?? throw new InvalidOperationException("janus does not run");

    private string LogPath => Path.Combine(_folder, "janus.log");

    /// <summary>Whether this host has Janus.</summary>
    public static bool IsInstalled => File.Exists(Program) && ModuleFolder() is not null;

    /// <summary>How to install it: one line for the user.</summary>
    public static string HowToInstall => "Janus is not installed: apt install janus";

    /// <summary>Starts a server.</summary>
    /// <param name="folder">A temporary folder, which gets the configuration and the log.</param>
    /// <param name="rooms">Rooms as in janus.plugin.audiobridge.jcfg, for example <c>room-1: { sampling_rate = 16000 }</c>.</param>
    /// <exception cref="NotSupportedException">Janus is not installed; the message says how to install it.</exception>
    /// <exception cref="IOException">Janus does not start; the message contains the log.</exception>
    public static JanusServer Start(string folder, params string[] rooms)
    {
        if (!IsInstalled)
            throw new NotSupportedException(HowToInstall);
        string modules = ModuleFolder()!;
        JanusServer server = new(folder);
        server.LinkModule("plugins", Path.Combine(modules, "plugins", "libjanus_audiobridge.so"));
        server.LinkModule("transports", Path.Combine(modules, "transports", "libjanus_http.so"));
        server.Configure(rooms);
        server.Start();
        return server;
    }

    private static string? ModuleFolder() =>
        Directory.Exists("/usr/lib") ? Directory.EnumerateDirectories("/usr/lib", "janus", OneDeep).FirstOrDefault() : null;

    private static EnumerationOptions OneDeep => new() { RecurseSubdirectories = true, MaxRecursionDepth = 1, IgnoreInaccessible = true };

    /// <summary>Starts the server again after <see cref="Stop"/>, with the same address.</summary>
    public void Start()
    {
        _process = Process.Start(new ProcessStartInfo(Program, ["-F", _folder, "-N", "-L", LogPath])
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        })!;
        // The output is read and discarded: Janus would stop at a full pipe.
        _process.BeginOutputReadLine();
        _process.BeginErrorReadLine();
        using HttpClient http = new() { Timeout = TimeSpan.FromSeconds(2) };
        for (Stopwatch time = Stopwatch.StartNew(); !IsReady(http); Thread.Sleep(50))
        {
            if (!_process.HasExited && time.Elapsed <= StartTimeout)
                continue;
            Stop();
            throw new IOException($"janus did not start: {Log()}");
        }
    }

    /// <summary>Ends the process as a crash would.</summary>
    public void Stop()
    {
        if (_process is null)
            return;
        _process.Kill();
        _process.WaitForExit();
        _process.Dispose();
        _process = null;
    }

    public void Dispose() => Stop();

    private bool IsReady(HttpClient http)
    {
        try
        {
            return http.GetAsync($"{Address}/info").GetAwaiter().GetResult().IsSuccessStatusCode;
        }
        catch (Exception exception) when (exception is HttpRequestException or TaskCanceledException)
        {
            return false;
        }
    }

    private string Log() => File.Exists(LogPath) ? File.ReadAllText(LogPath) : "no log";

    private void LinkModule(string folder, string module)
    {
        string links = Path.Combine(_folder, folder);
        Directory.CreateDirectory(links);
        File.CreateSymbolicLink(Path.Combine(links, Path.GetFileName(module)), module);
    }

    private void Configure(string[] rooms)
    {
        int firstPort = FirstMediaPort + Random.Shared.Next((FreeUdpPorts.First - FirstMediaPort) / BlockPorts) * BlockPorts;
        Write("janus.jcfg", $$"""
            general: {
              plugins_folder = "{{_folder}}/plugins"
              transports_folder = "{{_folder}}/transports"
              events_folder = "{{_folder}}/none"
              loggers_folder = "{{_folder}}/none"
              interface = "127.0.0.1"
              debug_level = 4
              debug_colors = false
            }
            nat: { ice_enforce_list = "lo" }
            events: { broadcast = false }
            """);
        Write("janus.transport.http.jcfg", $$"""
            general: { json = "compact", base_path = "/janus", http = true, port = {{_port}}, ip = "127.0.0.1", https = false }
            admin: { admin_http = false, admin_https = false }
            """);
        Write("janus.plugin.audiobridge.jcfg", $$"""
            general: { rtp_port_range = "{{firstPort}}-{{firstPort + BlockPorts - 2}}", local_ip = "127.0.0.1" }
            {{string.Join('\n', rooms)}}
            """);
    }

    private void Write(string file, string text) => File.WriteAllText(Path.Combine(_folder, file), text);
}
