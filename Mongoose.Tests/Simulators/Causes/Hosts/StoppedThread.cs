using System.Runtime.InteropServices;
using System.Runtime.Versioning;

namespace Mongoose.Tests.Simulators.Causes.Hosts;

/// <summary>
/// One thread of another process, which stands still until it is released; the process's other threads run (ptrace(2)). The thread is
/// stopped while it sleeps: a thread of .NET that is stopped in the midst of its code would block the next collection of garbage, and with
/// it all others.
/// </summary>
[SupportedOSPlatform("linux")]
internal sealed class StoppedThread : IDisposable
{
    private const nint Seize = 0x4206, Interrupt = 0x4207, Detach = 17; // PTRACE_SEIZE, PTRACE_INTERRUPT, PTRACE_DETACH
    private const int AnyThread = 0x40000000; // __WALL

    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(10);

    private readonly ManualResetEventSlim _isStopped = new(), _shallRun = new();
    private readonly Thread _tracer;
    private string? _failure;

    /// <exception cref="InvalidOperationException">The kernel does not allow it, or the thread does not sleep for ten seconds.</exception>
    public StoppedThread(int process, int thread)
    {
        // All requests must come from one thread.
        _tracer = new Thread(() => Hold(process, thread)) { IsBackground = true, Name = "tracer" };
        _tracer.Start();
        _isStopped.Wait();
        if (_failure is not null)
            throw new InvalidOperationException($"thread {thread}: {_failure}");
    }

    public void Dispose()
    {
        _shallRun.Set();
        _tracer.Join();
    }

    private void Hold(int process, int thread)
    {
        _failure = Stop(process, thread);
        _isStopped.Set();
        if (_failure is not null)
            return;
        _shallRun.Wait();
        _ = ptrace(Detach, thread, 0, 0);
    }

    /// <summary>Stops it.</summary>
    /// <returns>Why it could not be stopped; null if it was.</returns>
    private static string? Stop(int process, int thread)
    {
        try
        {
            if (!SpinWait.SpinUntil(() => Sleeps(process, thread), Patience))
                return "it does not sleep";
        }
        catch (IOException gone)
        {
            return gone.Message;
        }
        return ptrace(Seize, thread, 0, 0) < 0 || ptrace(Interrupt, thread, 0, 0) < 0 || waitpid(thread, out _, AnyThread) < 0
            ? Marshal.GetLastPInvokeErrorMessage() : null;
    }

    private static bool Sleeps(int process, int thread) =>
        File.ReadAllText($"/proc/{process}/task/{thread}/wchan").Contains("futex", StringComparison.Ordinal);

    [DllImport("libc", SetLastError = true)]
    private static extern nint ptrace(nint request, int thread, nint address, nint data);

    [DllImport("libc", SetLastError = true)]
    private static extern int waitpid(int thread, out int status, int options);
}
