using System.Runtime.InteropServices;

namespace Mongoose.Runtime.Time;

/// <summary>The time by which the kernel may delay a thread's wake-up, in order to wake several threads together.</summary>
internal static class TimerSlack
{
    private const int SetTimerSlack = 29; // PR_SET_TIMERSLACK

    /// <summary>
    /// Sets the minimum for the calling thread. Linux's default is 50 us, which every link would add to every packet.
    /// </summary>
    public static void Minimise()
    {
        if (OperatingSystem.IsLinux())
            _ = prctl(SetTimerSlack, 1, 0, 0, 0);
    }

    [DllImport("libc")]
    private static extern int prctl(int option, nuint nanoseconds, nuint unused3, nuint unused4, nuint unused5);
}
