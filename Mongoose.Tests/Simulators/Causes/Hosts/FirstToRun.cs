using System.Globalization;
using System.Runtime.InteropServices;
using System.Runtime.Versioning;

namespace Mongoose.Tests.Simulators.Causes.Hosts;

/// <summary>
/// Lines and visitors share the host's processors with the simulator. They run before it, as if they had hosts of their own: all threads of
/// this process, because each waits for the others when garbage is collected.
/// </summary>
[SupportedOSPlatform("linux")]
internal static class FirstToRun
{
    private const int OfThread = 0; // PRIO_PROCESS, which means a thread

    /// <summary>The priority of this process's threads.</summary>
    private const int Nice = -10;

    /// <summary>A command, for a shell, that gives the usual priority back to a program that this process starts.</summary>
    public const string Usual = "renice -n 0 -p $$ > /dev/null";

    /// <summary>Threads that start later get the priority of the one that starts them.</summary>
    public static void Raise()
    {
        int refused = Directory.GetDirectories("/proc/self/task").Count(task =>
            setpriority(OfThread, uint.Parse(Path.GetFileName(task), CultureInfo.InvariantCulture), Nice) != 0);
        if (refused > 0)
            TestContext.Progress.WriteLine($"{refused} threads of lines and visitors have the usual priority: a higher one needs root");
    }

    [DllImport("libc", SetLastError = true)]
    private static extern int setpriority(int which, uint who, int priority);
}
