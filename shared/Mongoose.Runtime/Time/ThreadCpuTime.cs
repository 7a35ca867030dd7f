using System.Runtime.InteropServices;
using Mongoose.Core.Units;

namespace Mongoose.Runtime.Time;

/// <summary>Processor time that the calling thread has used.</summary>
public static class ThreadCpuTime
{
    private const int LinuxThreadClock = 3, MacThreadClock = 16; // CLOCK_THREAD_CPUTIME_ID

    /// <summary>The time; null if the platform does not report it.</summary>
    public static Duration? Current()
    {
        if (OperatingSystem.IsWindows())
        {
            return GetThreadTimes(GetCurrentThread(), out _, out _, out long kernel, out long user)
                ? new Duration((kernel + user) * 100)
                : null;
        }
        int clock = OperatingSystem.IsMacOS() ? MacThreadClock : LinuxThreadClock;
        return clock_gettime(clock, out TimeSpec time) == 0 ? Duration.FromSeconds(time.Seconds) + new Duration(time.Nanoseconds) : null;
    }

    [DllImport("libc")]
    private static extern int clock_gettime(int clock, out TimeSpec time);

    [DllImport("kernel32")]
    private static extern nint GetCurrentThread();

    [DllImport("kernel32")]
    private static extern bool GetThreadTimes(nint thread, out long created, out long exited, out long kernel, out long user);

    private struct TimeSpec
    {
        public nint Seconds;
        public nint Nanoseconds;
    }
}
