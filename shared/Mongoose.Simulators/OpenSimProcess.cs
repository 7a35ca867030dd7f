using System.Diagnostics;
using System.Runtime.InteropServices;
using Mongoose.Runtime.Hosts;

namespace Mongoose.Simulators;

/// <summary>The OpenSim process, its output, and its termination.</summary>
public sealed class OpenSimProcess : IDisposable
{
    private static readonly TimeSpan TerminateTimeout = TimeSpan.FromSeconds(5);

    private readonly Process _process;
    private readonly Watchdog _watchdog;
    private readonly List<string> _output = [];

    /// <param name="folder">OpenSimulator's bin/.</param>
    /// <param name="environment">Variables in addition to inherited ones.</param>
    /// <param name="starter">A command before OpenSim's own that keeps the process id; empty: none.</param>
    /// <param name="place">The network namespace to run in; null: this process's own.</param>
    /// <exception cref="OpenSimException">The process, or the shell that watches it, cannot be started.</exception>
    public OpenSimProcess(
        string folder, IReadOnlyDictionary<string, string> environment, IEnumerable<string> starter, NetworkNamespace? place = null)
    {
        string[] command = [.. starter, "dotnet", "OpenSim.dll", "-console=rest"];
        ProcessStartInfo start = new(command[0], command[1..])
        {
            WorkingDirectory = folder,
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        // This host may only have a newer runtime than the one that OpenSim was built for.
        start.Environment["DOTNET_ROLL_FORWARD"] = "Major";
        foreach ((string name, string value) in environment)
            start.Environment[name] = value;
        _process = new Process { StartInfo = start };
        _process.OutputDataReceived += (_, line) => Add(line.Data);
        _process.ErrorDataReceived += (_, line) => Add(line.Data);
        bool isRunning = false;
        try
        {
            StartIn(place);
            isRunning = true;
            _watchdog = new Watchdog(_process.Id, folder);
        }
        catch (Exception exception) when (Fault.IsOfHost(exception))
        {
            if (isRunning)
                _process.Kill();
            _process.Dispose();
            throw new OpenSimException($"cannot start {(isRunning ? Watchdog.Shell : command[0])}: {exception.Message}", exception);
        }
        _process.BeginOutputReadLine();
        _process.BeginErrorReadLine();
    }

    public int Id => _process.Id;

    public bool HasExited => _process.HasExited;

    public int ExitCode => _process.ExitCode;

    public TimeSpan ProcessorTime
    {
        get
        {
            _process.Refresh();
            return _process.TotalProcessorTime;
        }
    }

    /// <summary>The lines of standard output and standard error so far.</summary>
    public string[] Output
    {
        get
        {
            lock (_output)
                return _output.ToArray();
        }
    }

    public bool WaitForExit(TimeSpan timeout) => _process.WaitForExit(timeout);

    /// <summary>Requests termination, and kills the process if it does not end.</summary>
    public void Dispose()
    {
        if (!_process.HasExited && !OperatingSystem.IsWindows())
        {
            _ = Kill(_process.Id, Terminate);
            _process.WaitForExit(TerminateTimeout);
        }
        if (!_process.HasExited)
        {
            _process.Kill();
            _process.WaitForExit();
        }
        _watchdog.Dispose();
        _process.Dispose();
    }

    /// <summary>
    /// A child runs in the namespace of the thread that starts it. `ip netns exec` would hide the host's control groups from it.
    /// </summary>
    private void StartIn(NetworkNamespace? place)
    {
        if (place is not null && OperatingSystem.IsLinux())
            place.Run(() => _process.Start());
        else
            _process.Start();
    }

    private const int Terminate = 15; // SIGTERM

    [DllImport("libc", EntryPoint = "kill")]
    private static extern int Kill(int process, int signal);

    private void Add(string? line)
    {
        if (line is null)
            return;
        lock (_output)
            _output.Add(line);
    }
}

/// <summary>An OpenSim could not be found, created, started or queried. The message is meant for the user.</summary>
public sealed class OpenSimException(string message, Exception? inner = null) : Exception(message, inner);
