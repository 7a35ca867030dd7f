using System.Net;
using System.Net.NetworkInformation;
using Mongoose.Core.Units;
using Mongoose.Runtime.Hosts;
using Mongoose.Runtime.Processes;
using Mongoose.Runtime.Terminals;
using Mongoose.Runtime.Time;
using Mongoose.Runtime.Udp;

namespace Mongoose.Simulators;

/// <summary>
/// A temporary real OpenSimulator on this host: a standalone grid of one or more regions with accounts, ready for logins. Disposing it ends
/// the process and deletes the folder; on most systems this also happens if this process is killed.
/// </summary>
public sealed class OpenSimInstance : IDisposable
{
    private const string Ready = "LOGINS ENABLED", AccountMade = "created successfully";
    private const int LogTail = 12;

    private static readonly TimeSpan Poll = TimeSpan.FromMilliseconds(50);
    private static readonly TimeSpan QuitTimeout = TimeSpan.FromSeconds(60);

    private readonly OpenSimOptions _options;
    private readonly OpenSimFolder _folder;
    private readonly OpenSimProcess _process;
    private OpenSimConsole? _console;
    private string[]? _finalLog;

    private OpenSimInstance(OpenSimOptions options, int[] ports, OpenSimFolder folder, OpenSimProcess process)
    {
        _options = options;
        _folder = folder;
        _process = process;
        Port = ports[0];
        NeighbourPorts = ports[1..];
    }

    /// <summary>The port of HTTP over TCP and of the region over UDP.</summary>
    public int Port { get; }

    /// <summary>The UDP ports of the other regions, from west to east.</summary>
    public IReadOnlyList<int> NeighbourPorts { get; }

    public Uri LoginUri => new($"http://{_options.Address}:{Port}/");

    public UdpAddress Region => UdpAddress.From(new IPEndPoint(_options.Address, Port));

    public int ProcessId => _process.Id;

    public string Folder => _folder.Path;

    /// <summary>Number of accounts created at the start.</summary>
    public int Users => _options.Users;

    /// <summary>Whether the console's quit command was enough to end it.</summary>
    public bool StoppedCleanly { get; private set; }

    /// <summary>The number of times that regions have opened for logins: at the start, and after each restart of a region.</summary>
    public int Openings => _process.Output.Count(line => line.Contains(Ready, StringComparison.Ordinal));

    /// <summary>Time from the start of the process until logins were enabled.</summary>
    public Duration StartTime { get; private set; }

    /// <summary>Hold this lock during a login: on SQLite, the login service fails some of several simultaneous logins.</summary>
    public object LoginLock { get; } = new();

    /// <summary>The network namespace that it runs in; null: this process's own.</summary>
    public NetworkNamespace? Namespace => _options.Namespace;

    /// <summary>The console, for commands and their output.</summary>
    public OpenSimConsole Console => _console ?? throw new InvalidOperationException("the instance is not running");

    /// <summary>Processor time of all threads since the start.</summary>
    public Duration ProcessorTime => Duration.FromSeconds(_process.ProcessorTime.TotalSeconds);

    /// <summary>Creates the folder, starts OpenSim and waits until viewers can log in.</summary>
    /// <param name="options">The options of the simulator.</param>
    /// <param name="cancellation">Cancels the start.</param>
    /// <param name="waiting">Called every few seconds of the wait with the time since its beginning; null for none.</param>
    /// <exception cref="OpenSimException">OpenSim does not start; the message has the reason, if known.</exception>
    /// <exception cref="OperationCanceledException">Cancelled; nothing is left behind.</exception>
    public static OpenSimInstance Start(OpenSimOptions options, CancellationToken cancellation = default, Action<Duration>? waiting = null)
    {
        OpenSimBin.CheckHost();
        // The same number for TCP and UDP, as OpenSim does by default.
        int[] ports = FreePorts(1 + options.Neighbours.Count);
        if (options.Port != 0)
            ports[0] = CheckFree(options.Port);
        string password = Guid.NewGuid().ToString("N");
        OpenSimFolder folder = OpenSimFolder.Make(options, ports, password);
        OpenSimProcess? process = null;
        try
        {
            process = new OpenSimProcess(folder.Path, options.Environment, options.Starter, options.Namespace);
            OpenSimInstance instance = new(options, ports, folder, process);
            Instant started = RealTimeLoop.Clock;
            instance.WaitUntilReady(waiting, cancellation);
            instance.StartTime = RealTimeLoop.Clock - started;
            instance._console = OpenSimConsole.Open(instance.LoginUri, OpenSimIni.ConsoleUser, password,
                options.Namespace is { } place && OperatingSystem.IsLinux() ? new NamespaceConnection(place).OpenAsync : null);
            if (options.Prims > 0)
                instance.LoadPrims(options.Prims);
            return instance;
        }
        catch
        {
            process?.Dispose();
            folder.Dispose();
            throw;
        }
    }

    private static int[] FreePorts(int count)
    {
        try
        {
            return FreePort.OfTcpAndUdp(count);
        }
        catch (IOException exception)
        {
            throw new OpenSimException($"ports for an OpenSimulator: {exception.Message}", exception);
        }
    }

    /// <summary>An account created at the start; numbers begin at 1.</summary>
    public OpenSimUser User(int number)
    {
        ArgumentOutOfRangeException.ThrowIfGreaterThan(number, _options.Users);
        return OpenSimUser.Number(number);
    }

    /// <summary>Processor time of its threads, by OpenSim's thread names.</summary>
    public ThreadTimes ThreadTimes() => Runtime.Processes.ThreadTimes.Read(_process.Id);

    /// <summary>The lines of OpenSim.log so far; after the end, all of them.</summary>
    public string[] Log() => _finalLog ?? ReadLog();

    /// <summary>Lines of OpenSim.log and of standard output that a run without errors does not have.</summary>
    public string[] Errors() => OpenSimLog.Errors(
        Log().Concat(_process.Output.Where(line => line.StartsWith("Unhandled", StringComparison.Ordinal))),
        isStock: _options.Module.Count == 0);

    /// <summary>Sets how many avatars may be in the region.</summary>
    public void LimitAvatars(int count)
    {
        Console.Ask($"region set max-agent-limit {count}");
        Console.Ask($"region set agent-limit {count}");
    }

    /// <summary>Fills the region with prims from a generated archive.</summary>
    public void LoadPrims(int count)
    {
        string archive = _folder.File("prims.oar");
        try
        {
            using FileStream file = File.Create(archive);
            OarWriter.Write(file, count);
        }
        catch (Exception exception) when (PathFault.Is(exception))
        {
            throw new OpenSimException($"{archive}: {exception.Message}", exception);
        }
        Console.Ask($"load oar {archive}", TimeSpan.FromMinutes(3));
        if (!Log().Any(line => line.Contains("Successfully loaded archive", StringComparison.Ordinal)))
            throw new OpenSimException("OpenSim did not load the archive of prims: " + LastLines());
    }

    /// <summary>Shuts OpenSim down cleanly; its log remains available.</summary>
    public void Stop()
    {
        if (_finalLog is not null)
            return;
        if (!_process.HasExited)
            Quit();
        _process.Dispose();
        _finalLog = ReadLog();
    }

    public void Dispose()
    {
        Stop();
        _console?.Dispose();
        _folder.Dispose();
    }

    private void Quit()
    {
        try
        {
            _console?.Send("quit");
            StoppedCleanly = _process.WaitForExit(QuitTimeout);
        }
        catch (OpenSimException)
        {
            // The console is not available; the process is ended by other means.
        }
    }

    private void WaitUntilReady(Action<Duration>? waiting, CancellationToken cancellation)
    {
        Instant start = RealTimeLoop.Clock, deadline = start + _options.StartTimeout;
        RegularLines lines = new();
        while (!IsReady())
        {
            if (waiting is not null && lines.IsDue(RealTimeLoop.Clock - start))
                waiting(RealTimeLoop.Clock - start);
            cancellation.ThrowIfCancellationRequested();
            if (_process.HasExited)
                throw new OpenSimException($"OpenSim ended with code {_process.ExitCode} before logins were enabled: {LastLines()}");
            if (RealTimeLoop.Clock > deadline)
                throw new OpenSimException($"OpenSim did not enable logins within {_options.StartTimeout}: {LastLines()}");
            cancellation.WaitHandle.WaitOne(Poll);
        }
    }

    // The estate owner has an additional account.
    private bool IsReady() => Openings >= 1 + _options.Neighbours.Count
        && _process.Output.Count(line => line.Contains(AccountMade, StringComparison.Ordinal)) > _options.Users;

    private string LastLines() => string.Join("\n  ", _process.Output.TakeLast(LogTail).Prepend("its last lines:"));

    private string[] ReadLog()
    {
        if (!File.Exists(_folder.Log))
            return [];
        using FileStream file = new(_folder.Log, FileMode.Open, FileAccess.Read, FileShare.ReadWrite);
        using StreamReader reader = new(file);
        return reader.ReadToEnd().Split('\n', StringSplitOptions.RemoveEmptyEntries);
    }

    private static int CheckFree(int port)
    {
        IPGlobalProperties used = IPGlobalProperties.GetIPGlobalProperties();
        if (used.GetActiveTcpListeners().Any(end => end.Port == port))
            throw new OpenSimException($"TCP port {port} is in use");
        if (used.GetActiveUdpListeners().Any(end => end.Port == port))
            throw new OpenSimException($"UDP port {port} is in use");
        return port;
    }
}
