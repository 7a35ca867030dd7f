using System.Runtime.InteropServices;
using System.Runtime.Versioning;

namespace Mongoose.Tests.Simulators.Causes.Hosts;

/// <summary>A process that stands still again and again, as if its virtual machine were paused.</summary>
[SupportedOSPlatform("linux")]
internal sealed class StoppedProcess : IDisposable
{
    private const int Continue = 18, Stop = 19; // SIGCONT, SIGSTOP

    private readonly ManualResetEventSlim _ending = new();
    private readonly Thread _holder;

    /// <param name="process">The process.</param>
    /// <param name="stopped">How long it stands still each time.</param>
    /// <param name="running">How long it runs in between.</param>
    public StoppedProcess(int process, TimeSpan stopped, TimeSpan running)
    {
        _holder = new Thread(() => Hold(process, stopped, running)) { IsBackground = true, Name = "holder" };
        _holder.Start();
    }

    public void Dispose()
    {
        _ending.Set();
        _holder.Join();
        _ending.Dispose();
    }

    private void Hold(int process, TimeSpan stopped, TimeSpan running)
    {
        do
        {
            _ = kill(process, Stop);
            _ending.Wait(stopped);
            _ = kill(process, Continue);
        }
        while (!_ending.Wait(running));
    }

    [DllImport("libc", SetLastError = true)]
    private static extern int kill(int process, int signal);
}
