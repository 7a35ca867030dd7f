using System.Diagnostics;
using System.Globalization;
using System.Runtime.Versioning;

namespace Mongoose.Tests.Simulators.Causes.Hosts;

/// <summary>
/// A process that may occupy only a part of the memory that it has. A swap file of its own takes the rest. Needs a host with control groups
/// of memory, of version 1 or 2, that lets this process use a swap file.
/// </summary>
[SupportedOSPlatform("linux")]
internal sealed class ShortMemory : IDisposable
{
    private const string Root = "/sys/fs/cgroup";
    private const string SwapBytes = "2G";

    private readonly int _process;
    private readonly string _swap = Path.Join(Path.GetTempPath(), $"mongoose-swap-{Environment.ProcessId}");
    private readonly string _folder;

    /// <param name="process">The process.</param>
    /// <param name="part">The part of its memory that it keeps, 0 to 1.</param>
    public ShortMemory(int process, double part)
    {
        _process = process;
        _folder = IsUnified ? Root + GroupOf(process) : Path.Join(MemoryRoot, $"mongoose-{Environment.ProcessId}");
        Run($"fallocate -l {SwapBytes} {_swap} && chmod 600 {_swap} && mkswap {_swap} && swapon {_swap}");
        if (!IsUnified)
        {
            Directory.CreateDirectory(_folder);
            Write("memory.move_charge_at_immigrate", "3"); // What the process has already counts, too.
            Write("cgroup.procs", $"{process}");
        }
        Write(Limit, ((long)(part * OccupiedBytes(process))).ToString(CultureInfo.InvariantCulture));
    }

    private static bool IsUnified => File.Exists(Path.Join(Root, "cgroup.controllers"));

    private static string MemoryRoot => Path.Join(Root, "memory");

    private static string Limit => IsUnified ? "memory.high" : "memory.limit_in_bytes";

    /// <summary>Skips the test, and says so, where the host has no such groups or no programs for swap files.</summary>
    public static void NeedOrSkip()
    {
        if (Environment.UserName != "root" || !File.Exists("/proc/swaps") || !IsUnified && !Directory.Exists(MemoryRoot))
            Assert.Ignore("NOT MEASURED: this host has no control groups of memory, or lets no test use a swap file");
    }

    public void Dispose()
    {
        Write(Limit, IsUnified ? "max" : "-1");
        if (!IsUnified)
        {
            File.WriteAllText(Path.Join(MemoryRoot, "cgroup.procs"), $"{_process}");
            Directory.Delete(_folder);
        }
        Run($"swapoff {_swap}; rm {_swap}");
    }

    private void Write(string file, string text) => File.WriteAllText(Path.Join(_folder, file), text);

    private static string GroupOf(int process) => File.ReadAllText($"/proc/{process}/cgroup").Trim().Split(':', 3)[2];

    private static long OccupiedBytes(int process)
    {
        using Process counted = Process.GetProcessById(process);
        return counted.WorkingSet64;
    }

    private static void Run(string command)
    {
        using Process shell = Process.Start(new ProcessStartInfo("sh", ["-c", command]) { RedirectStandardOutput = true })!;
        shell.StandardOutput.ReadToEnd();
        shell.WaitForExit();
        if (shell.ExitCode != 0)
            throw new InvalidOperationException($"{command}: exit code {shell.ExitCode}");
    }
}
