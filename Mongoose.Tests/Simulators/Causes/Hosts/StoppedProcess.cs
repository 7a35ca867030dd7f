using System.Runtime.InteropServices;
using System.Runtime.Versioning;

namespace Mongoose.Tests.Simulators.Causes.Hosts;

/// <summary>A process that stands still until it is disposed of, as if its virtual machine were paused.</summary>
[SupportedOSPlatform("linux")]
internal sealed class StoppedProcess : IDisposable
{
    private const int Continue = 18, Stop = 19; // SIGCONT, SIGSTOP

    private readonly int _process;

    /// <exception cref="InvalidOperationException">There is no such process.</exception>
    public StoppedProcess(int process)
    {
        _process = process;
        if (kill(process, Stop) != 0)
            throw new InvalidOperationException($"process {process}: {Marshal.GetLastPInvokeErrorMessage()}");
    }

    public void Dispose() => _ = kill(_process, Continue);

    [DllImport("libc", SetLastError = true)]
    private static extern int kill(int process, int signal);
}
