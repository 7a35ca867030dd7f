using System.Runtime.InteropServices;
using System.Runtime.Versioning;
using Mongoose.Runtime.Time;

namespace Mongoose.Tests.Simulators.Causes.Hosts;

/// <summary>
/// The thread of lines and that of visitors share the host's processors with the simulator: they run first, as lines and visitors of other
/// hosts would.
/// </summary>
[SupportedOSPlatform("linux")]
internal static class FirstToRun
{
    private const int OfProcess = 0, Nice = -15;
    private const uint CallingThread = 0;

    public static void Raise(RealTimeLoop loop)
    {
        if (loop.Invoke(() => setpriority(OfProcess, CallingThread, Nice)) != 0)
            TestContext.Progress.WriteLine("the threads of lines and visitors run with the usual priority: a higher one needs root");
    }

    [DllImport("libc", SetLastError = true)]
    private static extern int setpriority(int which, uint who, int priority);
}
