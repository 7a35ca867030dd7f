using System.Runtime.InteropServices;

namespace Mongoose.Runtime.Time;

/// <summary>How late the kernel may wake a thread on purpose, to wake several at once.</summary>
internal static class TimerSlack
{
    private const int SetTimerSlack = 29; // PR_SET_TIMERSLACK

    /// <summary>
    /// As little as there is for the calling thread. Linux takes 50 us otherwise, which every link would add to every packet.
    /// </summary>
    public static void Minimise()
    {
        if (OperatingSystem.IsLinux())
            _ = prctl(SetTimerSlack, 1, 0, 0, 0);
    }

    [DllImport("libc")]
    private static extern int prctl(int option, nuint nanoseconds, nuint unused3, nuint unused4, nuint unused5);
}
